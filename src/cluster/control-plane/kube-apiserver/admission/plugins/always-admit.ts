/** Source: apiserver pkg/admission/plugin; deprecated; it does nothing. */
import type { AdmissionEnvironment, AdmissionPlugin } from '../admission.ts';
import { switchedPlugin } from '../switched.ts';

export const alwaysAdmit = (environment: AdmissionEnvironment): AdmissionPlugin =>
  switchedPlugin(environment, 'AlwaysAdmit', {
    inertBecause: 'deprecated; admits everything',
    handles: () => false,
  });
