/** Source: kubernetes pkg/printers/internalversion/printers.go printPod. */
import { parseRfc3339, type SimTime, second } from '#base/sim-time';
import type { Container, ContainerStatus, Pod } from '#k8s.io/api/core/v1';
import { humanDuration } from '#k8s.io/apimachinery/duration';
import { ageOf, definePrinter, orNone } from './printer.ts';

/** What the loop over the containers collects. */
interface Summary {
  reason: string;
  ready: number;
  restarts: number;
  lastRestart: SimTime | undefined;
}

const hasCondition = ({ status }: Pod, type: string): boolean =>
  status?.conditions?.find((each) => each.type === type)?.status === 'True';

const isGated = ({ status }: Pod): boolean =>
  (status?.conditions ?? []).some(
    ({ type, reason }) => type === 'PodScheduled' && reason === 'SchedulingGated',
  );

const sidecarsOf = ({ spec }: Pod): readonly Container[] =>
  (spec.initContainers ?? []).filter(({ restartPolicy }) => restartPolicy === 'Always');

function countRestarts(summary: Summary, status: ContainerStatus): void {
  summary.restarts += status.restartCount;
  const finished = status.lastState?.terminated?.finishedAt;
  const at = finished ? parseRfc3339(finished) : undefined;
  if (at !== undefined && at > (summary.lastRestart ?? Number.NEGATIVE_INFINITY)) {
    summary.lastRestart = at;
  }
}

/** How a container ended: `Error`, `Signal:9`, `ExitCode:1`. */
function endOf({ state }: ContainerStatus): string {
  const terminated = state?.terminated;
  if (terminated?.reason) return terminated.reason;
  return terminated?.signal
    ? `Signal:${terminated.signal}`
    : `ExitCode:${terminated?.exitCode ?? 0}`;
}

/** Goes through init containers up to one that is not done; returns whether there is one. */
function walkInitContainers(pod: Pod, summary: Summary, sidecars: Summary): boolean {
  const restartable = new Set(sidecarsOf(pod).map(({ name }) => name));
  for (const [index, status] of (pod.status?.initContainerStatuses ?? []).entries()) {
    countRestarts(summary, status);
    const isSidecar = restartable.has(status.name);
    if (isSidecar) countRestarts(sidecars, status);
    const { terminated } = status.state ?? {};
    if (terminated !== undefined && (terminated.exitCode ?? 0) === 0) continue;
    if (isSidecar && status.started === true) {
      if (status.ready) summary.ready++;
      continue;
    }
    const waiting = status.state?.waiting?.reason ?? '';
    if (terminated !== undefined) summary.reason = `Init:${endOf(status)}`;
    else if (waiting !== '' && waiting !== 'PodInitializing') summary.reason = `Init:${waiting}`;
    else summary.reason = `Init:${index}/${pod.spec.initContainers?.length ?? 0}`;
    return true;
  }
  return false;
}

function walkContainers(pod: Pod, summary: Summary): void {
  let running = false;
  let failure: string | undefined;
  for (const status of [...(pod.status?.containerStatuses ?? [])].reverse()) {
    countRestarts(summary, status);
    const { waiting, terminated } = status.state ?? {};
    if (waiting?.reason) summary.reason = waiting.reason;
    else if (terminated !== undefined) {
      summary.reason = endOf(status);
      if ((terminated.exitCode ?? 0) !== 0) failure = summary.reason;
    } else if (status.ready && status.state?.running !== undefined) {
      running = true;
      summary.ready++;
    }
  }
  if (summary.reason !== 'Completed') return;
  if (running && hasCondition(pod, 'Ready')) summary.reason = 'Running';
  // One container has completed, and another one has failed.
  else summary.reason = failure ?? (running ? 'NotReady' : summary.reason);
}

function summarize(pod: Pod): Summary {
  const { phase = '', reason = '' } = pod.status ?? {};
  const summary: Summary = {
    reason: isGated(pod) ? 'SchedulingGated' : reason || phase,
    ready: 0,
    restarts: 0,
    lastRestart: undefined,
  };
  const sidecars: Summary = { ...summary };
  const initializing = walkInitContainers(pod, summary, sidecars);
  if (!initializing || hasCondition(pod, 'Initialized')) {
    summary.restarts = sidecars.restarts;
    summary.lastRestart = sidecars.lastRestart;
    walkContainers(pod, summary);
  }
  if (pod.metadata.deletionTimestamp !== undefined) {
    if (reason === 'NodeLost') summary.reason = 'Unknown';
    else if (phase !== 'Failed' && phase !== 'Succeeded') summary.reason = 'Terminating';
  }
  return summary;
}

/** `2/2`, or `<none>` when the pod has no gates. */
function readinessGates(pod: Pod): string {
  const gates = pod.spec.readinessGates ?? [];
  if (gates.length === 0) return '<none>';
  const met = gates.filter(({ conditionType }) => hasCondition(pod, conditionType));
  return `${met.length}/${gates.length}`;
}

export const podPrinter = definePrinter<Pod>(
  [
    'Name',
    'Ready',
    'Status',
    'Restarts',
    'Age',
    '*IP',
    '*Node',
    '*Nominated Node',
    '*Readiness Gates',
  ],
  (pod, now) => {
    const { reason, ready, restarts, lastRestart } = summarize(pod);
    const total = pod.spec.containers.length + sidecarsOf(pod).length;
    const ago =
      restarts > 0 && lastRestart !== undefined
        ? ` (${humanDuration((now - lastRestart) / second)} ago)`
        : '';
    return [
      pod.metadata.name,
      `${ready}/${total}`,
      reason,
      `${restarts}${ago}`,
      ageOf(pod, now),
      orNone(pod.status?.podIPs?.[0]?.ip ?? pod.status?.podIP),
      orNone(pod.spec.nodeName),
      orNone(pod.status?.nominatedNodeName),
      readinessGates(pod),
    ];
  },
);
