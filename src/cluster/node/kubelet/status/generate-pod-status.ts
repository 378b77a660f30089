/**
 * The status of a pod as the kubelet sees it now.
 *
 * Models kubernetes/pkg/kubelet/kubelet_pods.go generateAPIPodStatus and convertStatusToAPIStatus.
 * In: pod, runtime status, the status known so far, probe results. Out: a new status; nothing is
 * sent here.
 */
import type { Container, ContainerStatus, Pod, PodCondition, PodStatus } from '#k8s.io/api/core/v1';
import { podLimits, podRequests } from '../cm/pod-requests.ts';
import { podQos } from '../cm/qos.ts';
import { podIPs, type RuntimePodStatus } from '../container/runtime-status.ts';
import { allContainersRestart } from '../kuberuntime/restart-rules.ts';
import type { ReasonCache } from '../reason-cache.ts';
import { convertContainerStatuses } from './container-statuses.ts';
import {
  allContainersRestarting,
  containersReady,
  kubeletConditions,
  podInitialized,
  podReady,
  podReadyToStartContainers,
  podScheduled,
} from './generate.ts';
import { getPhase, type PodPhase } from './get-phase.ts';

export interface GenerateOptions {
  readonly pod: Pod;
  readonly runtime: RuntimePodStatus;
  /** What the status manager holds, or the API server's. */
  readonly previous: PodStatus;
  readonly podIsTerminal: boolean;
  readonly hostIP: string;
  readonly reasons: ReasonCache;
  /** The memory limit that the kernel reports for a pod cgroup without one. */
  readonly unlimitedMemory: string | undefined;
  /** PodResizePending and PodResizeInProgress, while they hold. */
  readonly resizing: readonly PodCondition[];
  /** The number of the next start of a container that RestartAllContainers removed; or 0. */
  readonly resetTo: (container: string) => number;
  /** Why the pod must end now: its active deadline has passed. */
  readonly evict:
    | { readonly reason: string; readonly message: string; readonly disruption: string | undefined }
    | undefined;
  /** Sets `started` and `ready`. Source: proberManager.UpdatePodStatus. */
  readonly applyProbes: (
    pod: Pod,
    status: ContainerStatus,
    container: Container,
    isInit: boolean,
  ) => ContainerStatus;
}

export function generateAPIPodStatus(options: GenerateOptions): PodStatus {
  const { pod, runtime, previous, hostIP, evict } = options;
  const init = statusesOf(options, 'init');
  const regular = statusesOf(options, 'regular');
  const ephemeral = statusesOf(options, 'ephemeral');
  const all = [...init, ...regular];
  const initialized = previous.conditions?.some(
    ({ type, status }) => type === 'Initialized' && status === 'True',
  );
  let phase = getPhase(pod, all, options.podIsTerminal, initialized ?? false);
  // A pod that ended stays so.
  const known = previous.phase;
  if (known === 'Failed' || known === 'Succeeded') phase = known;
  if (evict !== undefined) phase = 'Failed';
  const reason = evict?.reason ?? previous.reason;
  const message = evict?.message ?? previous.message;
  const addresses = addressesOf(options, podIPs(runtime));
  const { generation } = pod.metadata;
  return {
    ...(generation === undefined ? {} : { observedGeneration: generation }),
    phase,
    conditions: conditionsOf(options, all, phase),
    ...(message === undefined ? {} : { message }),
    ...(reason === undefined ? {} : { reason }),
    hostIP,
    hostIPs: [{ ip: hostIP }],
    ...addresses,
    ...(previous.startTime === undefined ? {} : { startTime: previous.startTime }),
    ...(init.length === 0 ? {} : { initContainerStatuses: init }),
    containerStatuses: regular,
    qosClass: podQos(pod),
    ...(ephemeral.length === 0 ? {} : { ephemeralContainerStatuses: ephemeral }),
    ...resourcesOf(options),
  };
}

function statusesOf(
  options: GenerateOptions,
  kind: 'init' | 'regular' | 'ephemeral',
): readonly ContainerStatus[] {
  const { pod, runtime, previous, reasons, applyProbes } = options;
  const { spec } = pod;
  const lists = {
    init: [spec.initContainers, previous.initContainerStatuses],
    regular: [spec.containers, previous.containerStatuses],
    ephemeral: [
      spec.ephemeralContainers as readonly Container[] | undefined,
      previous.ephemeralContainerStatuses,
    ],
  } as const;
  const [containers = [], old = []] = lists[kind];
  if (containers.length === 0) return [];
  const isInit = kind === 'init';
  const statuses = convertContainerStatuses({
    pod,
    runtime,
    containers,
    previous: old,
    hasInitContainers: (spec.initContainers ?? []).length > 0 && kind !== 'ephemeral',
    isInit,
    reasons,
    resetTo: options.resetTo,
  });
  if (kind === 'ephemeral') return statuses;
  const byName = new Map(containers.map((container) => [container.name, container]));
  return statuses.map((status) =>
    applyProbes(pod, status, byName.get(status.name) as Container, isInit),
  );
}

const disruptionTarget = 'DisruptionTarget';

function disruptionOf(pod: Pod, evict: GenerateOptions['evict']): readonly PodCondition[] {
  if (evict?.disruption === undefined) return [];
  const { generation } = pod.metadata;
  return [
    {
      type: disruptionTarget,
      ...(generation === undefined ? {} : { observedGeneration: generation }),
      status: 'True',
      reason: 'TerminationByKubelet',
      message: evict.disruption,
    },
  ];
}

function conditionsOf(
  { pod, runtime, evict, resizing }: GenerateOptions,
  all: readonly ContainerStatus[],
  phase: PodPhase,
): readonly PodCondition[] {
  const statuses = new Map(all.map((status) => [status.name, status]));
  const foreign = (pod.status?.conditions ?? []).filter(
    ({ type }) => !kubeletConditions.includes(type),
  );
  return [
    ...foreign.filter(({ type }) => evict?.disruption === undefined || type !== disruptionTarget),
    ...resizing,
    ...disruptionOf(pod, evict),
    podReadyToStartContainers(pod, runtime),
    podInitialized(pod, statuses, phase),
    podReady(pod, statuses, phase, foreign),
    containersReady(pod, statuses, phase),
    podScheduled(pod),
    ...(allContainersRestart(pod, runtime) ? [allContainersRestarting(pod)] : []),
  ];
}

/** The pod keeps the addresses it had once its sandbox is gone. */
function addressesOf(
  { pod, previous, hostIP }: GenerateOptions,
  addresses: readonly string[],
): Pick<PodStatus, 'podIP' | 'podIPs'> {
  const known = pod.spec.hostNetwork === true ? [hostIP] : addresses;
  const [first] = known;
  if (first !== undefined) return { podIP: first, podIPs: known.map((ip) => ({ ip })) };
  const { podIP, podIPs: before } = previous;
  return podIP === undefined ? {} : { podIP, ...(before === undefined ? {} : { podIPs: before }) };
}

/** Pod-level resources: what was asked, and once the pod runs, what its cgroup says. */
function resourcesOf({
  pod,
  unlimitedMemory,
}: GenerateOptions): Pick<PodStatus, 'resources' | 'allocatedResources'> {
  const requests = podRequests(pod);
  const asked = podLimits(pod);
  const running = pod.status?.phase === 'Running';
  const limits =
    running && unlimitedMemory !== undefined && asked['memory'] === undefined
      ? { ...asked, memory: unlimitedMemory }
      : asked;
  const hasRequests = Object.keys(requests).length > 0;
  return {
    ...(hasRequests ? { allocatedResources: requests } : {}),
    resources: {
      ...(Object.keys(limits).length > 0 ? { limits } : {}),
      ...(hasRequests ? { requests } : {}),
    },
  };
}
