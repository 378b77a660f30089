/** `scheduler.txt`: the scheduler's log at -v=10, as far as scores go. */
import { rfc3339Micro } from '#base/sim-time';
import type { Fact } from '#trace/facts';

export function schedulerLog(facts: readonly Fact[]): string {
  return facts.flatMap(linesOf).join('');
}

function linesOf(fact: Fact): readonly string[] {
  if (fact.type === 'PodPopped') {
    return [line(fact.at, 'schedule_one.go:123', `"Attempting to schedule pod" pod="${fact.pod}"`)];
  }
  if (fact.type !== 'NodesScored') return [];
  const scores = fact.nodes.flatMap(({ node, plugins }) =>
    plugins.map(({ plugin, weighted }) =>
      line(
        fact.at,
        'schedule_one.go:982',
        `"Plugin scored node for pod" pod="${fact.pod}" plugin="${plugin}" ` +
          `node="${node}" score=${weighted}`,
      ),
    ),
  );
  const totals = fact.nodes.map(({ node, total }) =>
    line(
      fact.at,
      'schedule_one.go:1050',
      `"Calculated node's final score for pod" pod="${fact.pod}" node="${node}" score=${total}`,
    ),
  );
  return [...scores, ...totals];
}

const line = (at: number, where: string, message: string): string =>
  `${rfc3339Micro(at).slice(11, 26)}       1 ${where}] ${message}\n`;
