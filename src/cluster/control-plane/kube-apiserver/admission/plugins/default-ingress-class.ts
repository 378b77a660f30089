/** Source: kubernetes plugin/pkg/admission/network/defaultingressclass/admission.go. */
import type { Ingress } from '#k8s.io/api/networking/v1';
import { newestDefault } from '#k8s.io/component-helpers/storage/default-class';
import { wellKnown } from '../../registry/well-known.ts';
import {
  type AdmissionEnvironment,
  type AdmissionPlugin,
  changed,
  handlesResource,
  unchanged,
} from '../admission.ts';

const defaultAnnotation = 'ingressclass.kubernetes.io/is-default-class';
const legacyAnnotation = 'kubernetes.io/ingress.class';

export function defaultIngressClass(environment: AdmissionEnvironment): AdmissionPlugin {
  return {
    name: 'DefaultIngressClass',
    enabled: true,
    handles: handlesResource(['CREATE'], 'ingresses', 'networking.k8s.io'),
    *admit({ object }) {
      const ingress = object as Ingress;
      const named =
        ingress.spec?.ingressClassName !== undefined ||
        ingress.metadata.annotations?.[legacyAnnotation] !== undefined;
      const classes = environment.cache(wellKnown.ingressClasses);
      const chosen = named ? undefined : newestDefault(classes.list(), [defaultAnnotation]);
      if (chosen === undefined) return unchanged(ingress);
      const { name } = chosen.metadata;
      const spec = { ...ingress.spec, ingressClassName: name };
      return changed({ ...ingress, spec }, `ingress class ${name}`);
    },
  };
}
