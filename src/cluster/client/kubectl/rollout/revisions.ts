/** The numbered revisions that the replica sets of a deployment keep. Source: history.go. */
import type { ReplicaSet } from '#k8s.io/api/apps/v1';
import type { KubeObject } from '#k8s.io/apimachinery/meta/v1';

const revisionAnnotation = 'deployment.kubernetes.io/revision';
export const changeCauseAnnotation = 'kubernetes.io/change-cause';

/** 0 when the controller has not numbered it yet. */
export const revisionOf = ({ metadata }: KubeObject): number =>
  Number(metadata.annotations?.[revisionAnnotation] ?? '0');

/** Those that have a number, oldest first. */
export const byRevision = (sets: readonly ReplicaSet[]): readonly ReplicaSet[] =>
  sets.filter((set) => revisionOf(set) > 0).sort((a, b) => revisionOf(a) - revisionOf(b));
