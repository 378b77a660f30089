/** Source: apiserver pkg/admission/plugin/namespace/lifecycle/admission.go. */
import { err } from '#base/result';
import { ms } from '#base/sim-time';
import type { Namespace } from '#k8s.io/api/core/v1';
import { notFound, withCauses } from '#k8s.io/apimachinery/errors';
import type { KubeObject } from '#k8s.io/apimachinery/meta/v1';
import { type Process, sleep } from '#sim/simulation';
import { wellKnown } from '../../registry/well-known.ts';
import {
  type AdmissionAttributes,
  type AdmissionEnvironment,
  type AdmissionPlugin,
  denied,
  deny,
  unchanged,
} from '../admission.ts';

/** Namespaces that can never be deleted. */
const immortal = new Set(['default', 'kube-system', 'kube-public']);
/** How long a create waits for a namespace that is not in the cache yet. */
const missingNamespaceWait = ms(50);

export function namespaceLifecycle(environment: AdmissionEnvironment): AdmissionPlugin {
  const namespaces = environment.cache(wellKnown.namespaces);
  return {
    name: 'NamespaceLifecycle',
    enabled: true,
    handles: (operation, resource) =>
      operation !== 'CONNECT' &&
      (resource.plural === 'namespaces' ? operation === 'DELETE' : resource.namespaced),
    *admit(attributes) {
      const { operation, object, request } = attributes;
      if (request.resource.plural === 'namespaces') {
        return immortal.has(request.name)
          ? deny(attributes, 'this namespace may not be deleted')
          : unchanged(object);
      }
      if (operation === 'DELETE') return unchanged(object);
      const namespace =
        namespaces.get(request.namespace) ?? (yield* findLate(environment, attributes));
      if (namespace === undefined) {
        return err(notFound({ group: '', resource: 'namespaces' }, request.namespace));
      }
      const { phase } = (namespace as Namespace).status ?? {};
      if (operation !== 'CREATE' || phase !== 'Terminating') return unchanged(object);
      return err(terminating(attributes));
    },
  };
}

/** Waits for the cache, then reads the store. */
function* findLate(
  environment: AdmissionEnvironment,
  { request, operation }: AdmissionAttributes,
): Process<KubeObject | undefined> {
  if (operation === 'CREATE') yield* sleep(missingNamespaceWait);
  const { namespace } = request;
  const cached = environment.cache(wellKnown.namespaces).get(namespace);
  if (cached !== undefined) return cached;
  const live = yield* environment.live(wellKnown.namespaces, '', namespace);
  return live;
}

function terminating(attributes: AdmissionAttributes) {
  const { namespace } = attributes.request;
  const detail = `unable to create new content in namespace ${namespace} because it is being terminated`;
  return withCauses(denied(attributes, detail), [
    {
      reason: 'NamespaceTerminating',
      message: `namespace ${namespace} is being terminated`,
      field: 'metadata.namespace',
    },
  ]);
}
