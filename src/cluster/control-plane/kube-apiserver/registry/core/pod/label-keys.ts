/**
 * Expands `matchLabelKeys` and `mismatchLabelKeys` of a new pod into its label selectors, with the
 * pod's own label values, so that the scheduler need not know these fields.
 *
 * Models applyMatchLabelKeysAndMismatchLabelKeys and applyMatchLabelKeys of kubernetes
 * pkg/registry/core/pod/strategy.go. A pod without such keys is returned unchanged.
 */
import type { Affinity, Pod, PodAffinityTerm, TopologySpreadConstraint } from '#k8s.io/api/core/v1';
import type { LabelSelector } from '#k8s.io/apimachinery/meta/v1';

type Labels = Readonly<Record<string, string>>;

/** A key for which the pod has no label adds nothing; an absent selector stays absent. */
function extended(
  selector: LabelSelector,
  labels: Labels,
  keys: readonly string[] = [],
  unlike: readonly string[] = [],
): LabelSelector {
  const requirement = (key: string, operator: 'In' | 'NotIn') => {
    const value = labels[key];
    return value === undefined ? [] : [{ key, operator, values: [value] }];
  };
  const added = [
    ...keys.flatMap((key) => requirement(key, 'In')),
    ...unlike.flatMap((key) => requirement(key, 'NotIn')),
  ];
  if (added.length === 0) return selector;
  return { ...selector, matchExpressions: [...(selector.matchExpressions ?? []), ...added] };
}

const keyed = <T extends PodAffinityTerm | TopologySpreadConstraint>(
  term: T,
  labels: Labels,
): T => {
  const { labelSelector, matchLabelKeys } = term;
  if (labelSelector === undefined) return term;
  const unlike = 'mismatchLabelKeys' in term ? term.mismatchLabelKeys : undefined;
  const now = extended(labelSelector, labels, matchLabelKeys, unlike);
  return now === labelSelector ? term : { ...term, labelSelector: now };
};

function keyedAffinity(affinity: Affinity, labels: Labels): Affinity {
  const made: { -readonly [K in keyof Affinity]: Affinity[K] } = { ...affinity };
  for (const kind of ['podAffinity', 'podAntiAffinity'] as const) {
    const terms = affinity[kind];
    if (terms === undefined) continue;
    const {
      requiredDuringSchedulingIgnoredDuringExecution: needs,
      preferredDuringSchedulingIgnoredDuringExecution: wishes,
    } = terms;
    made[kind] = {
      ...(needs && {
        requiredDuringSchedulingIgnoredDuringExecution: needs.map((term) => keyed(term, labels)),
      }),
      ...(wishes && {
        preferredDuringSchedulingIgnoredDuringExecution: wishes.map((wish) => ({
          ...wish,
          podAffinityTerm: keyed(wish.podAffinityTerm, labels),
        })),
      }),
    };
  }
  return made;
}

/** Source: podStrategy.PrepareForCreate. */
export function withLabelKeys(pod: Pod): Pod {
  const { affinity, topologySpreadConstraints: spread } = pod.spec;
  const { labels } = pod.metadata;
  const asksPods = affinity?.podAffinity !== undefined || affinity?.podAntiAffinity !== undefined;
  if (labels === undefined || (!asksPods && spread === undefined)) return pod;
  return {
    ...pod,
    spec: {
      ...pod.spec,
      ...(affinity !== undefined && asksPods && { affinity: keyedAffinity(affinity, labels) }),
      ...(spread && { topologySpreadConstraints: spread.map((one) => keyed(one, labels)) }),
    },
  };
}
