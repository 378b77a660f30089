/**
 * ValidatingAdmissionPolicy: there is nothing it could call, so what would set it up is refused.
 * Source: apiserver pkg/admission/plugin.
 */
import { unsupportedConfiguration } from '../unsupported-configuration.ts';

export const validatingAdmissionPolicy = unsupportedConfiguration(
  'ValidatingAdmissionPolicy',
  ['validatingadmissionpolicies', 'validatingadmissionpolicybindings'],
  'no validating policies; they are not modelled',
);
