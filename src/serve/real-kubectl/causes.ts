/** Why a line differs, where neither the server nor our own kubectl is the reason. */
import type { LineResult } from './results.ts';

/** What all differences of a line have in common, and what that comes from. */
const causes: readonly (readonly [RegExp, string])[] = [
  [/^in another order$/, 'rows sorted by names with random ends, or what Go keeps in a map'],
  [/ (?:diff|---|\+\+\+) .*\/(?:LIVE|MERGED)-/, 'names of temporary files'],
  [/nodePort: \d+$|LoadBalancer|config\.(?:hash|mirror)|Resource Version:/, 'random numbers'],
  [
    /Node: |Scheduled | node-\d {2}<none>|BackOff .*-[a-z\d]{5}_default/,
    'the node, drawn by chance',
  ],
  [
    /Client\.Timeout|the time allotted/,
    "which of two clocks ends first: the client's or the server's",
  ],
  [/Waiting for deployment/, 'how many updates a watch saw'],
  [
    / (?:Pulled|Pulling|NodeNotReady|Unhealthy|ProvisioningFailed) |Events:|Type +Reason|-{4} /,
    'Events that depend on who is first',
  ],
];

/** The cause of all differences on one side; `undefined`: another, or several. */
export function causeOf(line: LineResult, side: 'recording' | 'own'): string | undefined {
  const differences = line[side] ?? [];
  return causes.find(([pattern]) => differences.every((text) => pattern.test(text)))?.[1];
}
