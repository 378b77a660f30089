/**
 * The sum of the desired sizes of the controllers of a budget's pods. Models
 * kubernetes/pkg/controller/disruption/disruption.go getExpectedScale and its finders.
 */
import type { Deployment, ReplicaSet, StatefulSet } from '#k8s.io/api/apps/v1';
import type { Pod, ReplicationController } from '#k8s.io/api/core/v1';
import { controllerOf } from '#k8s.io/apimachinery/meta/controller-ref';
import type { OwnerReference } from '#k8s.io/apimachinery/meta/v1';
import { resourceForKind } from '#k8s.io/apimachinery/resources';
import type { Lister } from '#k8s.io/client-go/tools/cache/store';

export interface ScaledKinds {
  readonly replicaSets: Lister<ReplicaSet>;
  readonly deployments: Lister<Deployment>;
  readonly statefulSets: Lister<StatefulSet>;
  readonly replicationControllers: () => Lister<ReplicationController>;
}

export interface ExpectedScale {
  readonly replicas: number;
  /** Whether some of the pods have no controller with a desired size. */
  readonly hasUnmanaged: boolean;
  /** Why the scale is unknown: the budget then allows nothing. */
  readonly error?: string;
}

const scalable: ReadonlySet<string> = new Set([
  'StatefulSet',
  'ReplicaSet',
  'Deployment',
  'ReplicationController',
]);

/** Adds each controller's size once. */
export function expectedScale(kinds: ScaledKinds, pods: readonly Pod[]): ExpectedScale {
  const scales = new Map<string, number>();
  let hasUnmanaged = false;
  for (const { metadata } of pods) {
    const owner = controllerOf({ metadata });
    if (owner === undefined) {
      hasUnmanaged = true;
      continue;
    }
    if (scales.has(owner.uid)) continue;
    if (!scalable.has(owner.kind)) return { replicas: 0, hasUnmanaged, error: notScalable(owner) };
    const scale = scaleOf(kinds, metadata.namespace, owner);
    if (scale === undefined) {
      return {
        replicas: 0,
        hasUnmanaged,
        error: `found no controllers for pod "${metadata.name}"`,
      };
    }
    scales.set(scale.uid, scale.replicas);
  }
  return { replicas: [...scales.values()].reduce((sum, one) => sum + one, 0), hasUnmanaged };
}

function notScalable({ apiVersion, kind }: OwnerReference): string {
  const resource = resourceForKind(apiVersion, kind);
  if (resource === undefined) return `no matches for kind "${kind}" in version "${apiVersion}"`;
  const { plural, group } = resource;
  const name = group === '' ? plural : `${plural}.${group}`;
  return `${name} does not implement the scale subresource`;
}

/** The size of a controller; for a ReplicaSet of a Deployment, that of the Deployment. */
function scaleOf(
  kinds: ScaledKinds,
  namespace: string,
  { kind, name }: OwnerReference,
): { readonly uid: string; readonly replicas: number } | undefined {
  const key = `${namespace}/${name}`;
  if (kind === 'StatefulSet') return scaleIn(kinds.statefulSets.get(key));
  if (kind === 'Deployment') return scaleIn(kinds.deployments.get(key));
  if (kind === 'ReplicationController') return scaleIn(kinds.replicationControllers().get(key));
  const set = kinds.replicaSets.get(key);
  const above = set === undefined ? undefined : controllerOf(set);
  if (above?.kind !== 'Deployment') return scaleIn(set);
  return scaleIn(kinds.deployments.get(`${namespace}/${above.name}`));
}

const scaleIn = (
  object: Deployment | ReplicaSet | StatefulSet | ReplicationController | undefined,
) => object && { uid: object.metadata.uid, replicas: object.spec.replicas ?? 1 };
