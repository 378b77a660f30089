/**
 * MutatingAdmissionPolicy: there is nothing it could call, so what would set it up is refused.
 * Source: apiserver pkg/admission/plugin.
 */
import { unsupportedConfiguration } from '../unsupported-configuration.ts';

export const mutatingAdmissionPolicy = unsupportedConfiguration(
  'MutatingAdmissionPolicy',
  ['mutatingadmissionpolicies', 'mutatingadmissionpolicybindings'],
  'no mutating policies; they are not modelled',
);
