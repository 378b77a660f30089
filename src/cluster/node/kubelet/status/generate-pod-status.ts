/**
 * The current status of a pod, computed by the kubelet.
 *
 * Models kubernetes/pkg/kubelet/kubelet_pods.go generateAPIPodStatus and convertStatusToAPIStatus.
 * In: pod, runtime status, the status known so far, probe results. Out: a new status; nothing is
 * sent here.
 */

import type { Building } from '#base/building';
import { defined } from '#base/defined';
import type { Container, ContainerStatus, Pod, PodCondition, PodStatus } from '#k8s.io/api/core/v1';
import { isPodPhaseTerminal } from '#k8s.io/component-helpers/core/pod-phase';
import { podLimits, podRequests } from '#k8s.io/component-helpers/resource/pod-requests';
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
  /** The status manager's status, or else the API server's. */
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
  const { spec } = pod;
  const init = statusesOf(options, 'init', spec.initContainers, previous.initContainerStatuses);
  const regular = statusesOf(options, 'regular', spec.containers, previous.containerStatuses);
  const ephemeral = statusesOf(
    options,
    'ephemeral',
    spec.ephemeralContainers as readonly Container[] | undefined,
    previous.ephemeralContainerStatuses,
  );
  const all = init.length === 0 ? regular : [...init, ...regular];
  const initialized = previous.conditions?.some(
    ({ type, status }) => type === 'Initialized' && status === 'True',
  );
  let phase = getPhase(pod, all, options.podIsTerminal, initialized ?? false);
  // A terminal phase is final.
  const known = previous.phase;
  if (isPodPhaseTerminal(known)) phase = known;
  if (evict !== undefined) phase = 'Failed';
  const reason = evict?.reason ?? previous.reason;
  const message = evict?.message ?? previous.message;
  const { generation } = pod.metadata;
  const status: Building<PodStatus> = {};
  if (generation !== undefined) status.observedGeneration = generation;
  status.phase = phase;
  status.conditions = conditionsOf(options, all, phase);
  if (message !== undefined) status.message = message;
  if (reason !== undefined) status.reason = reason;
  status.hostIP = hostIP;
  status.hostIPs = [{ ip: hostIP }];
  addAddresses(status, options, podIPs(runtime));
  if (previous.startTime !== undefined) status.startTime = previous.startTime;
  if (init.length > 0) status.initContainerStatuses = init;
  status.containerStatuses = regular;
  status.qosClass = podQos(pod);
  if (ephemeral.length > 0) status.ephemeralContainerStatuses = ephemeral;
  addResources(status, options);
  return status;
}

function statusesOf(
  options: GenerateOptions,
  kind: 'init' | 'regular' | 'ephemeral',
  containers: readonly Container[] | undefined,
  old: readonly ContainerStatus[] | undefined,
): readonly ContainerStatus[] {
  if (containers === undefined || containers.length === 0) return none;
  const { pod, runtime, reasons, applyProbes } = options;
  const { spec } = pod;
  const isInit = kind === 'init';
  const statuses = convertContainerStatuses({
    pod,
    runtime,
    containers,
    previous: old ?? none,
    hasInitContainers: (spec.initContainers ?? []).length > 0 && kind !== 'ephemeral',
    isInit,
    reasons,
    resetTo: options.resetTo,
  });
  if (kind === 'ephemeral') return statuses;
  const named = (wanted: string): Container =>
    containers.find(({ name }) => name === wanted) as Container;
  return statuses.map((status) => applyProbes(pod, status, named(status.name), isInit));
}

const none: readonly ContainerStatus[] = [];

const disruptionTarget = 'DisruptionTarget';

function disruptionOf(pod: Pod, evict: GenerateOptions['evict']): readonly PodCondition[] {
  if (evict?.disruption === undefined) return [];
  const { generation } = pod.metadata;
  return [
    {
      type: disruptionTarget,
      ...defined({ observedGeneration: generation }),
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

/** The pod keeps its addresses after its sandbox is gone. */
function addAddresses(
  status: Building<PodStatus>,
  { pod, previous, hostIP }: GenerateOptions,
  addresses: readonly string[],
): void {
  const known = pod.spec.hostNetwork === true ? [hostIP] : addresses;
  const [first] = known;
  if (first !== undefined) {
    status.podIP = first;
    status.podIPs = known.map((ip) => ({ ip }));
    return;
  }
  const { podIP, podIPs: before } = previous;
  if (podIP === undefined) return;
  status.podIP = podIP;
  if (before !== undefined) status.podIPs = before;
}

/** Pod-level resources: the requested ones, and those of its cgroup once the pod runs. */
function addResources(
  status: Building<PodStatus>,
  { pod, unlimitedMemory }: GenerateOptions,
): void {
  const requests = podRequests(pod);
  const asked = podLimits(pod);
  const running = pod.status?.phase === 'Running';
  const limits =
    running && unlimitedMemory !== undefined && asked['memory'] === undefined
      ? { ...asked, memory: unlimitedMemory }
      : asked;
  const hasRequests = Object.keys(requests).length > 0;
  if (hasRequests) status.allocatedResources = requests;
  const resources: Building<NonNullable<PodStatus['resources']>> = {};
  if (Object.keys(limits).length > 0) resources.limits = limits;
  if (hasRequests) resources.requests = requests;
  status.resources = resources;
}
