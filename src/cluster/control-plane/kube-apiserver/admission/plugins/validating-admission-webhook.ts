/**
 * ValidatingAdmissionWebhook: there is nothing it could call, so what would set it up is refused.
 * Source: apiserver pkg/admission/plugin.
 */
import { unsupportedConfiguration } from '../unsupported-configuration.ts';

export const validatingAdmissionWebhook = unsupportedConfiguration(
  'ValidatingAdmissionWebhook',
  ['validatingwebhookconfigurations'],
  'no webhooks; they are not modelled',
);
