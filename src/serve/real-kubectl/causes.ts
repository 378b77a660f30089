/** Why a line differs, where neither the server nor our own kubectl is the reason. */
import type { LineResult } from './results.ts';

type Cause = readonly [RegExp, string];

/** What one printed line looks like, and what it comes from that it is not the same. */
const causes: readonly Cause[] = [
  [/^in another order$/, 'rows sorted by names with random ends, or what Go keeps in a map'],
  [/ (?:diff|---|\+\+\+) .*\/(?:LIVE|MERGED)-/, 'names of temporary files'],
  [/nodePort: \d+$| LoadBalancer |config\.(?:hash|mirror)|Resource Version:/, 'random numbers'],
  [/Node: | Scheduled | node-\d {2}<none>/, 'the node, which the scheduler draws among equals'],
  [/BackOff .*-[a-z\d]{5}_default/, 'the random end of a name'],
  [/Client\.Timeout|the time allotted/, "which clock ends first, the client's or the server's"],
  [/Waiting for deployment/, 'how many updates a watch saw'],
  [
    / (?:Pulled|Pulling|NodeNotReady|Unhealthy|ProvisioningFailed) |Events:| Type | ---- /,
    'Events that depend on who is first',
  ],
];

/** The words of kubectl v1.32, where later ones write others. */
const olderWords: readonly Cause[] = [
  [/ (?:ConfigMap)?Optional: | deleted(?: from \w+ namespace)?$/, 'words of v1.32'],
  [/spec\.(?:initC|c|ephemeralC)ontainers\{|DUR(?: \(xN\))? {2}kubelet {2}/, 'words of v1.32'],
];

/** The causes of all differences on one side; `undefined`: one of them has no known cause. */
export function causeOf(
  line: LineResult,
  side: 'recording' | 'own',
  version: string,
): string | undefined {
  const known = version === 'v1.32' ? [...olderWords, ...causes] : causes;
  const found = (line[side] ?? []).map(
    (text) => known.find(([pattern]) => pattern.test(text))?.[1],
  );
  return found.includes(undefined) ? undefined : [...new Set(found)].join('; ');
}
