/** Source: kubernetes plugin/pkg/admission/namespace/exists admission.go. */
import { err } from '#base/result';
import { notFound } from '#k8s.io/apimachinery/errors';
import { wellKnown } from '../../registry/well-known.ts';
import { type AdmissionEnvironment, type AdmissionPlugin, admitted } from '../admission.ts';
import { switchedPlugin } from '../switched.ts';

export const namespaceExists = (environment: AdmissionEnvironment): AdmissionPlugin =>
  switchedPlugin(environment, 'NamespaceExists', {
    handles: (operation, resource) =>
      operation !== 'CONNECT' && resource.namespaced && resource.plural !== 'namespaces',
    *validate({ request }) {
      const { namespace } = request;
      const { namespaces } = wellKnown;
      if (environment.cache(namespaces).get(namespace) !== undefined) return admitted;
      const live = yield* environment.live(namespaces, '', namespace);
      if (live !== undefined) return admitted;
      return err(notFound({ group: '', resource: 'namespaces' }, namespace));
    },
  });
