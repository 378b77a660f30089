/** Source: kubernetes plugin/pkg/admission/namespace/autoprovision admission.go. */
import { err } from '#base/result';
import { isAlreadyExists } from '#k8s.io/apimachinery/errors';
import { namespaces } from '#k8s.io/client-go/rest/resource';
import { wellKnown } from '../../registry/well-known.ts';
import { type AdmissionEnvironment, type AdmissionPlugin, unchanged } from '../admission.ts';
import { switchedPlugin } from '../switched.ts';

export const namespaceAutoProvision = (environment: AdmissionEnvironment): AdmissionPlugin =>
  switchedPlugin(environment, 'NamespaceAutoProvision', {
    handles: (operation, resource) =>
      operation === 'CREATE' && resource.namespaced && resource.plural !== 'namespaces',
    *admit({ request, object }) {
      const { namespace: name, dryRun } = request;
      const known = environment.cache(wellKnown.namespaces).get(name);
      if (known !== undefined || dryRun) return unchanged(object);
      const body = { kind: 'Namespace', apiVersion: 'v1', metadata: { name } };
      const made = yield* environment.loopback.create(namespaces, body, {});
      return made.ok || isAlreadyExists(made.error) ? unchanged(object) : err(made.error);
    },
  });
