/**
 * The data that the controller keeps in annotations: revisions and sizes. Models
 * kubernetes/pkg/controller/deployment/util/deployment_util.go SetNewReplicaSetAnnotations and the
 * functions around it.
 */
import type { Deployment, ReplicaSet } from '#k8s.io/api/apps/v1';

type Annotations = Readonly<Record<string, string>>;

export const revisionAnnotation = 'deployment.kubernetes.io/revision';
const revisionHistoryAnnotation = 'deployment.kubernetes.io/revision-history';
const desiredReplicasAnnotation = 'deployment.kubernetes.io/desired-replicas';
const maxReplicasAnnotation = 'deployment.kubernetes.io/max-replicas';
const historyLimit = 2000;

/** Annotations of a Deployment that are not copied to its ReplicaSets. */
const notCopied: ReadonlySet<string> = new Set([
  'kubectl.kubernetes.io/last-applied-configuration',
  revisionAnnotation,
  revisionHistoryAnnotation,
  desiredReplicasAnnotation,
  maxReplicasAnnotation,
  'deprecated.deployment.rollback.to',
]);

const wholeNumber = /^[+-]?\d+$/;

function numberIn(set: ReplicaSet, annotation: string): number | undefined {
  const text = set.metadata.annotations?.[annotation];
  return text !== undefined && wholeNumber.test(text) ? Number(text) : undefined;
}

/** The Deployment's size when this set was last scaled. */
export const desiredReplicasOf = (set: ReplicaSet): number | undefined =>
  numberIn(set, desiredReplicasAnnotation);

/** That size plus the surge. */
export const maxReplicasOf = (set: ReplicaSet): number | undefined =>
  numberIn(set, maxReplicasAnnotation);

/** A revision is an int64, and people may set it. */
const int64 = (text: string): bigint => BigInt(text.replace('+', ''));

export function revisionOf({ metadata }: ReplicaSet): bigint {
  const text = metadata.annotations?.[revisionAnnotation] ?? '';
  return wholeNumber.test(text) ? int64(text) : 0n;
}

export function maxRevision(sets: readonly ReplicaSet[]): bigint {
  let highest = 0n;
  for (const revision of sets.map(revisionOf)) {
    if (revision > highest) highest = revision;
  }
  return highest;
}

/** Sets the size annotations; returns the same object when they have these values already. */
export function withSizes(
  annotations: Annotations | undefined,
  desired: number,
  max: number,
): Annotations {
  const [desiredText, maxText] = [String(desired), String(max)];
  if (
    annotations?.[desiredReplicasAnnotation] === desiredText &&
    annotations[maxReplicasAnnotation] === maxText
  ) {
    return annotations;
  }
  return {
    ...annotations,
    [desiredReplicasAnnotation]: desiredText,
    [maxReplicasAnnotation]: maxText,
  };
}

/**
 * Sets the annotations of the new ReplicaSet: those of the Deployment, and the revision. Returns
 * the same object when nothing changes. Source: deployment_util.go SetNewReplicaSetAnnotations,
 * without the sizes.
 */
export function withRevision(
  deployment: Deployment,
  existing: Annotations,
  revision: bigint,
): Annotations {
  const copied = withCopied(deployment.metadata.annotations ?? {}, existing);
  const old = existing[revisionAnnotation] ?? '';
  if (old !== '' && !wholeNumber.test(old)) return existing;
  if (old !== '' && int64(old) >= revision) return copied;
  const raised = { ...copied, [revisionAnnotation]: String(revision) };
  if (old === '') return raised;
  const history = appendHistory(existing[revisionHistoryAnnotation] ?? '', old);
  return history === undefined ? raised : { ...raised, [revisionHistoryAnnotation]: history };
}

function withCopied(from: Annotations, to: Annotations): Annotations {
  const changed = Object.keys(from).filter((key) => !notCopied.has(key) && to[key] !== from[key]);
  if (changed.length === 0) return to;
  return { ...to, ...Object.fromEntries(changed.map((key) => [key, from[key] ?? ''])) };
}

/** Appends a revision; drops the oldest ones if the text becomes too long. */
function appendHistory(history: string, revision: string): string | undefined {
  if (history === '') return revision;
  const revisions = history.split(',');
  let length = history.length + revision.length + 1;
  let start = 0;
  while (length > historyLimit && start < revisions.length) {
    length -= (revisions[start] as string).length + 1;
    start++;
  }
  return length > historyLimit ? undefined : [...revisions.slice(start), revision].join(',');
}
