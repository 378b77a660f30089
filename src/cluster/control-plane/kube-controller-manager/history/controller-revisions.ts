/**
 * ControllerRevisions: earlier states of a StatefulSet or DaemonSet, to which it can be rolled
 * back.
 *
 * Models kubernetes/pkg/controller/history/controller_history.go and getPatch of its callers. A
 * revision contains the pod template as a patch of the set.
 */
import type { ControllerRevision } from '#k8s.io/api/apps/v1';
import type { PodTemplateSpec } from '#k8s.io/api/core/v1';
import { asJson, canonicalJson, deepEqual, type JsonObject } from '#k8s.io/apimachinery/json-value';
import { controllerRevisions } from '#k8s.io/client-go/rest/resource';
import type { ApiResult, RestClient } from '#k8s.io/client-go/rest/rest-client';
import type { Process } from '#sim/simulation';

/** The label of a pod (and of a DaemonSet's revision) with the hash of its revision. */
export const revisionHashLabel = 'controller-revision-hash';

/**
 * The patch that restores a template: it replaces the present one. Its members are sorted, as those
 * of a Go map, because clients compare its bytes.
 */
export function templatePatch(template: PodTemplateSpec): JsonObject {
  const patch = { spec: { template: { ...asJson(template), $patch: 'replace' } } };
  return JSON.parse(canonicalJson(patch)) as JsonObject;
}

/** The template in a revision. Source: ApplyRevision. */
export function templateOf(revision: ControllerRevision): PodTemplateSpec {
  const data = revision.data as { readonly spec: { readonly template: PodTemplateSpec } };
  const { $patch: _, ...template } = data.spec.template as PodTemplateSpec & { $patch?: string };
  return template;
}

export const holdsPatch = (revision: ControllerRevision, patch: JsonObject): boolean =>
  deepEqual(revision.data, patch);

/** Sorts by revision number, then by age, then by name; oldest first. Source: byRevision. */
export const byRevision = (
  revisions: readonly ControllerRevision[],
): readonly ControllerRevision[] =>
  [...revisions].sort(
    (a, b) =>
      a.revision - b.revision ||
      compare(a.metadata.creationTimestamp, b.metadata.creationTimestamp) ||
      compare(a.metadata.name, b.metadata.name),
  );

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

export const maxRevision = (revisions: readonly ControllerRevision[]): number =>
  revisions.reduce((max, { revision }) => Math.max(max, revision), 0);

/** Gives an existing revision another number. */
export const renumber = (
  client: RestClient,
  revision: ControllerRevision,
  number: number,
): Process<ApiResult<ControllerRevision>> => {
  const { namespace, name } = revision.metadata;
  const body: ControllerRevision = { ...revision, revision: number };
  return client.update<ControllerRevision>(controllerRevisions, body, { namespace, name });
};
