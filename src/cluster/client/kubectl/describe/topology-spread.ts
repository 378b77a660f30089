/** The spread constraints of a pod or a template. Source: describeTopologySpreadConstraints. */
import type { TopologySpreadConstraint } from '#k8s.io/api/core/v1';
import { formatLabelSelector } from '#k8s.io/apimachinery/labels';
import type { Page } from './page.ts';

/** One line each, by topology key; nothing when there are none. */
export function describeSpread(
  page: Page,
  constraints: readonly TopologySpreadConstraint[] = [],
  indent = '',
): void {
  const sorted = [...constraints].sort((a, b) => (a.topologyKey < b.topologyKey ? -1 : 1));
  sorted.forEach(({ topologyKey, whenUnsatisfiable, maxSkew, labelSelector }, index) => {
    const title = index === 0 ? `${indent}Topology Spread Constraints:` : indent;
    const selector =
      labelSelector === undefined ? '' : ` for selector ${formatLabelSelector(labelSelector)}`;
    const text = `${topologyKey}:${whenUnsatisfiable} when max skew ${maxSkew} is exceeded`;
    page.line(0, `${title}\t${text}${selector}`);
  });
}
