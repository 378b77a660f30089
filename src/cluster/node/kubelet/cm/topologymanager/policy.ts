/**
 * One hint out of many, and whether a pod is admitted with it.
 *
 * Models kubernetes/pkg/kubelet/cm/topologymanager policy.go and its four policies: every
 * combination of the providers' hints is merged by intersecting the masks, and the narrowest
 * preferred result wins.
 */
import { bitCount, isNarrower, type ProviderHints, type TopologyHint } from './topology-hint.ts';

export type TopologyPolicy = 'none' | 'best-effort' | 'restricted' | 'single-numa-node';

const anywhere: TopologyHint = { mask: undefined, preferred: true };
const nowhere: TopologyHint = { mask: undefined, preferred: false };

/** Source: filterProvidersHints: a provider without a preference accepts every hint. */
function listsOf(all: readonly ProviderHints[]): readonly (readonly TopologyHint[])[] {
  const lists: (readonly TopologyHint[])[] = [];
  for (const hints of all) {
    if (hints.size === 0) lists.push([anywhere]);
    for (const list of hints.values()) {
      lists.push(list === undefined ? [anywhere] : list.length === 0 ? [nowhere] : list);
    }
  }
  return lists;
}

function* combinations(
  lists: readonly (readonly TopologyHint[])[],
  at = 0,
): Generator<readonly TopologyHint[]> {
  if (at === lists.length) {
    yield [];
    return;
  }
  for (const hint of lists[at] ?? []) {
    for (const rest of combinations(lists, at + 1)) yield [hint, ...rest];
  }
}

/** The intersection of all hints. Source: mergePermutation. */
function merged(hints: readonly TopologyHint[], all: number): TopologyHint {
  let mask = all;
  let preferred = true;
  for (const hint of hints) {
    if (hint.mask !== undefined) mask &= hint.mask;
    if (!hint.preferred) preferred = false;
  }
  return { mask, preferred };
}

/** Source: HintMerger.Merge and compare. */
function best(lists: readonly (readonly TopologyHint[])[], all: number): TopologyHint {
  let found: TopologyHint | undefined;
  for (const combination of combinations(lists)) {
    const candidate = merged(combination, all);
    const { mask = 0 } = candidate;
    if (mask === 0) continue;
    if (
      found === undefined ||
      (candidate.preferred && !found.preferred) ||
      (candidate.preferred === found.preferred && isNarrower(mask, found.mask ?? all))
    ) {
      found = candidate;
    }
  }
  return found ?? { mask: all, preferred: false };
}

/** `nodes`: how many NUMA nodes the machine has. */
export function mergeHints(
  policy: TopologyPolicy,
  providers: readonly ProviderHints[],
  nodes: number,
): { readonly hint: TopologyHint; readonly admit: boolean } {
  if (policy === 'none') return { hint: nowhere, admit: true };
  const all = (1 << nodes) - 1;
  const lists = listsOf(providers);
  if (policy !== 'single-numa-node') {
    const hint = best(lists, all);
    return { hint, admit: policy === 'best-effort' || hint.preferred };
  }
  const single = lists.map((list) =>
    list.filter(({ mask, preferred }) => preferred && (mask === undefined || bitCount(mask) === 1)),
  );
  const hint = best(single, all);
  // No provider had a preference: a mask of all nodes means anywhere.
  if (hint.mask === all && nodes > 1) {
    return { hint: { mask: undefined, preferred: hint.preferred }, admit: hint.preferred };
  }
  return { hint, admit: hint.preferred };
}
