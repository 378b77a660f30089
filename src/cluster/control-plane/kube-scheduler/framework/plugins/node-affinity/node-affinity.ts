/**
 * nodeSelector and node affinity: required terms filter, preferred terms score.
 * Models kubernetes/pkg/scheduler/framework/plugins/nodeaffinity.
 */
import type { NodeSelectorTerm, Pod } from '#k8s.io/api/core/v1';
import {
  nodeSelectorTermMatches,
  requiredNodeAffinityMatches,
  requiredNodeTerms,
} from '#k8s.io/component-helpers/scheduling/node-affinity';
import type { Plugin, PreFilterOutcome } from '../../interface.ts';
import { skip, unresolvable } from '../../types/status.ts';
import { onNode } from '../helper/hints.ts';
import { defaultNormalizeScore } from '../helper/normalize-score.ts';

const rejected = unresolvable("node(s) didn't match Pod's node affinity/selector");
const enforced = unresolvable("node(s) didn't match scheduler-enforced node affinity");
const conflict = unresolvable('pod affinity terms conflict');

const preferredTerms = (pod: Pod) =>
  pod.spec.affinity?.nodeAffinity?.preferredDuringSchedulingIgnoredDuringExecution ?? [];

/** `added`: labels that every node of the profile must have, whatever the pod requests. */
export const nodeAffinity = (added: Readonly<Record<string, string>> = {}): Plugin => ({
  name: 'NodeAffinity',
  events: [
    {
      resource: 'Node',
      actions: ['Add', 'UpdateNodeLabel'],
      hint: onNode(
        (pod, node, before) =>
          requiredNodeAffinityMatches(pod.spec, node) &&
          (before === undefined || !requiredNodeAffinityMatches(pod.spec, before)),
      ),
    },
  ],
  preFilter(_state, { pod }): PreFilterOutcome {
    const terms = requiredNodeTerms(pod.spec);
    if (terms === undefined) {
      const asksNothing = Object.keys(pod.spec.nodeSelector ?? {}).length === 0;
      return asksNothing && Object.keys(added).length === 0 ? { status: skip } : {};
    }
    const names = namedNodes(terms);
    if (names === undefined) return {};
    return names.size === 0 ? { status: conflict } : { nodeNames: names };
  },
  filter(_state, { pod }, { node }) {
    for (const key in added) if (node?.metadata.labels?.[key] !== added[key]) return enforced;
    return node !== undefined && requiredNodeAffinityMatches(pod.spec, node) ? undefined : rejected;
  },
  preScore: (_state, { pod }) => (preferredTerms(pod).length === 0 ? skip : undefined),
  score(_state, { pod }, { node }) {
    if (node === undefined) return 0;
    return preferredTerms(pod)
      .filter(({ weight, preference }) => weight !== 0 && nodeSelectorTermMatches(preference, node))
      .reduce((sum, { weight }) => sum + weight, 0);
  },
  normalizeScore: (_state, scores) => defaultNormalizeScore(scores, false),
});

/**
 * The nodes that the terms name by `metadata.name`, or undefined when some term names none.
 * So a DaemonSet's pod finds its node without checking the others.
 */
function namedNodes(terms: readonly NodeSelectorTerm[]): ReadonlySet<string> | undefined {
  const names = new Set<string>();
  for (const term of terms) {
    const fields = (term.matchFields ?? []).filter(
      ({ key, operator }) => key === 'metadata.name' && operator === 'In',
    );
    const [first, ...others] = fields;
    if (first === undefined) return undefined;
    for (const name of first.values ?? []) {
      if (others.every(({ values = [] }) => values.includes(name))) names.add(name);
    }
  }
  return names;
}
