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
  [
    /Client\.Timeout|the time allotted|deadline exceeded/,
    "which clock ends first, the client's or the server's",
  ],
  [/Waiting for deployment/, 'how many updates a watch saw'],
  [
    / (?:Pulled|Pulling|NodeNotReady|Unhealthy|ProvisioningFailed) |Events:| Type | ---- /,
    'Events that depend on who is first',
  ],
];

const words = 'words of v1.32';
/** The words of kubectl v1.32, where later ones write others. */
const olderWords: readonly Cause[] = [
  [/(?:ConfigMap)?Optional: |SecretOptionalName: | deleted(?: from \w+ namespace)?$/, words],
  [
    /Time Zone: |Kube-Proxy Version:|Mountable secrets: |Tokens: | Namespace: | not valid for /,
    words,
  ],
  [/spec\.(?:initC|c|ephemeralC)ontainers\{|DUR(?: \(xN\))? {2}kubelet {2}/, words],
];

/** What a line of kubectl v1.32 does to those after it. */
const olderFaults: Readonly<Record<string, string>> = {
  'pv-pvc-pod': 'v1.32 does not read JSON before a second document, so no claim is made',
  'static-pod': 'v1.32 waits for the end of the Pod that took the name of the deleted one',
};

/** The causes of all differences on one side; `undefined`: one of them has no known cause. */
export function causeOf(
  line: LineResult,
  side: 'recording' | 'own',
  { version, recording }: { readonly version: string; readonly recording: string },
): string | undefined {
  const isOlder = version === 'v1.32';
  const known = isOlder ? [...olderWords, ...causes] : causes;
  const found = (line[side] ?? '')
    .split('\n')
    .map((text) => known.find(([pattern]) => pattern.test(text))?.[1]);
  if (!found.includes(undefined)) return [...new Set(found)].sort().join('; ');
  return isOlder ? olderFaults[recording] : undefined;
}
