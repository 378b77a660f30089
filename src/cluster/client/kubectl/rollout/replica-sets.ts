/**
 * The replica sets of a deployment, as a client finds them: by label, owner and template.
 *
 * Models k8s.io/kubectl pkg/util/deployment GetAllReplicaSets, FindNewReplicaSet.
 */

import { ok } from '#base/result';
import type { Deployment, ReplicaSet } from '#k8s.io/api/apps/v1';
import type { PodTemplateSpec } from '#k8s.io/api/core/v1';
import { deepEqual } from '#k8s.io/apimachinery/json-value';
import { formatSelector, labelSelectorAsSelector } from '#k8s.io/apimachinery/labels';
import { isControlledBy } from '#k8s.io/apimachinery/meta/controller-ref';
import type { KubeList } from '#k8s.io/apimachinery/meta/v1';
import { replicaSets as replicaSetsResource } from '#k8s.io/client-go/rest/resource';
import type { Process } from '#sim/simulation';
import type { Outcome } from '../failure.ts';
import type { Session } from '../session.ts';

export interface ReplicaSets {
  /** The replica set with the deployment's template. */
  readonly current: ReplicaSet | undefined;
  readonly old: readonly ReplicaSet[];
  readonly all: readonly ReplicaSet[];
}

const templateHashLabel = 'pod-template-hash';

/** Lists them; `limit` is the size of a chunk, undefined for all at once. */
export function* findReplicaSets(
  { client }: Session,
  deployment: Deployment,
  limit?: number,
): Process<Outcome<ReplicaSets>> {
  const { namespace } = deployment.metadata;
  const labelSelector = formatSelector(labelSelectorAsSelector(deployment.spec.selector));
  const query = limit === undefined ? { labelSelector } : { labelSelector, limit };
  const list = yield* client.get<KubeList<ReplicaSet>>(replicaSetsResource, { namespace, query });
  if (!list.ok) return list;
  const all = list.value.items.filter((set) => isControlledBy(set, deployment));
  const current = [...all]
    .sort(byAge)
    .find((set) => sameTemplate(set.spec.template, deployment.spec.template));
  return ok({ all, current, old: all.filter((set) => set !== current) });
}

/** Older first; by name within the same second. */
function byAge(a: ReplicaSet, b: ReplicaSet): number {
  const [x, y] = [keyOf(a), keyOf(b)];
  return x < y ? -1 : x > y ? 1 : 0;
}

const keyOf = ({ metadata }: ReplicaSet): string =>
  `${metadata.creationTimestamp} ${metadata.name}`;

/** Equal except for the label that the controller adds. Source: EqualIgnoreHash. */
const sameTemplate = (a: PodTemplateSpec | undefined, b: PodTemplateSpec): boolean =>
  a !== undefined && deepEqual(withoutHash(a), withoutHash(b));

/** The template as the deployment had it. */
export function withoutHash(template: PodTemplateSpec): PodTemplateSpec {
  const { [templateHashLabel]: _, ...labels } = template.metadata?.labels ?? {};
  return { ...template, metadata: { ...template.metadata, labels } };
}
