/**
 * The parameters of a binding: objects of the policy's paramKind.
 * Models k8s.io/apiserver pkg/admission/plugin/policy/generic CollectParams.
 */
import { err, ok, type Result } from '#base/result';
import type { ParamKind, ParamRef } from '#k8s.io/api/admissionregistration/v1';
import { matchLabelSelector } from '#k8s.io/apimachinery/labels';
import type { KubeObject } from '#k8s.io/apimachinery/meta/v1';
import type { ResourceInfo } from '#k8s.io/apimachinery/resources';
import type { Process } from '#sim/simulation';
import type { AdmissionEnvironment } from '../admission.ts';

const notFoundAndDenied = 'no params found for policy binding with `Deny` parameterNotFoundAction';

/**
 * The objects to evaluate the policy with, in turn; `undefined` stands for no parameter.
 * @param resource the paramKind's resource
 * @param namespace of the request
 */
export function* collectParams(
  environment: AdmissionEnvironment,
  kind: ParamKind | undefined,
  resource: ResourceInfo | undefined,
  ref: ParamRef | undefined,
  namespace: string,
): Process<Result<readonly (KubeObject | undefined)[], string>> {
  if (kind === undefined || ref === undefined) return ok([undefined]);
  if (resource === undefined) {
    const shown = `&ParamKind{APIVersion:${kind.apiVersion},Kind:${kind.kind},}`;
    return err(`paramKind kind \`${shown}\` not known`);
  }
  const within = resource.namespaced ? (ref.namespace ?? namespace) : '';
  if (resource.namespaced && within === '') {
    const why =
      'cannot use namespaced paramRef in policy binding that matches cluster-scoped resources';
    return err(why);
  }
  if (!resource.namespaced && (ref.namespace ?? '') !== '') {
    return err('paramRef.namespace must not be provided for a cluster-scoped `paramKind`');
  }
  const params = yield* find(environment, resource, ref, within);
  if (params.length === 0 && ref.parameterNotFoundAction === 'Deny') return err(notFoundAndDenied);
  return ok(params);
}

function* find(
  environment: AdmissionEnvironment,
  resource: ResourceInfo,
  { name = '', selector }: ParamRef,
  namespace: string,
): Process<readonly KubeObject[]> {
  const cache = environment.cache(resource);
  if (name !== '') {
    const cached = cache.get(resource.namespaced ? `${namespace}/${name}` : name);
    // An object that was just created may not be in the cache yet.
    const param = cached ?? (yield* environment.live(resource, namespace, name));
    return param === undefined ? [] : [param];
  }
  const all = resource.namespaced ? cache.byIndex('namespace', namespace) : cache.list();
  return all.filter(({ metadata }) => matchLabelSelector(selector, metadata.labels));
}
