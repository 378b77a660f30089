/**
 * MutatingAdmissionWebhook: there is nothing it could call, so what would set it up is refused.
 * Source: apiserver pkg/admission/plugin.
 */
import { unsupportedConfiguration } from '../unsupported-configuration.ts';

export const mutatingAdmissionWebhook = unsupportedConfiguration(
  'MutatingAdmissionWebhook',
  ['mutatingwebhookconfigurations'],
  'no webhooks; they are not modelled',
);
