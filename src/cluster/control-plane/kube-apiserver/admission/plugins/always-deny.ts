/** Source: kubernetes plugin/pkg/admission/deny admission.go; deprecated. */
import { type AdmissionEnvironment, type AdmissionPlugin, deny } from '../admission.ts';
import { switchedPlugin } from '../switched.ts';

export const alwaysDeny = (environment: Pick<AdmissionEnvironment, 'config'>): AdmissionPlugin =>
  switchedPlugin(environment, 'AlwaysDeny', {
    handles: () => true,
    *admit(attributes) {
      return deny(attributes, 'admission control is denying all modifications');
    },
  });
