/** Source: kubernetes plugin/pkg/admission/network/denyserviceexternalips admission.go. */
import type { Service } from '#k8s.io/api/core/v1';
import {
  type AdmissionEnvironment,
  type AdmissionPlugin,
  admitted,
  deny,
  handlesResource,
} from '../admission.ts';
import { switchedPlugin } from '../switched.ts';

const ipsOf = (object: unknown): readonly string[] =>
  (object as Service | undefined)?.spec?.externalIPs ?? [];

export const denyServiceExternalIps = (environment: AdmissionEnvironment): AdmissionPlugin =>
  switchedPlugin(environment, 'DenyServiceExternalIPs', {
    handles: handlesResource(['CREATE', 'UPDATE'], 'services'),
    *validate(attributes) {
      const old = new Set(ipsOf(attributes.old));
      if (ipsOf(attributes.object).every((ip) => old.has(ip))) return admitted;
      return deny(attributes, 'Use of external IPs is denied by admission control');
    },
  });
