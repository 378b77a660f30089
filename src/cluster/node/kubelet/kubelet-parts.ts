/** The managers of one kubelet and how they are put together. Models NewMainKubelet. */
import { type Duration, second } from '#base/sim-time';
import type { Pod, Service } from '#k8s.io/api/core/v1';
import type { RuntimeClass } from '#k8s.io/api/node/v1';
import type { Lister } from '#k8s.io/client-go/tools/cache/store';
import { isPodPhaseTerminal } from '#k8s.io/component-helpers/core/pod-phase';
import { type Process, sleep } from '#sim/simulation';
import { AllocationManager } from './allocation/allocation-manager.ts';
import { PodContainerManager } from './cm/pod-container-manager.ts';
import { PodCache } from './container/cache.ts';
import type { EnvironmentSources } from './envvars/environment.ts';
import { EvictionManager } from './eviction/eviction-manager.ts';
import { ImageGC } from './images/image-gc.ts';
import { ImageManager } from './images/image-manager.ts';
import type { KubeletContext } from './kubelet-context.ts';
import { RuntimeManager } from './kuberuntime/runtime-manager.ts';
import { HandlerRunner } from './lifecycle/handlers.ts';
import { NodeResources } from './lifecycle/predicate.ts';
import type { LoopItem } from './loop-item.ts';
import { ShutdownManager } from './nodeshutdown/shutdown-manager.ts';
import { OrphanedPods } from './orphaned-pods.ts';
import { GenericPleg } from './pleg/generic.ts';
import { MirrorClient } from './pod/mirror-client.ts';
import { PodManager } from './pod/pod-manager.ts';
import { PodContainerDeletor } from './pod-container-deletor.ts';
import { PodWorkers } from './pod-workers.ts';
import type { PodNetwork } from './prober/pod-network.ts';
import { ProberManager } from './prober/prober-manager.ts';
import { ReasonCache } from './reason-cache.ts';
import { RuntimeState } from './runtime-state.ts';
import { StatusManager } from './status/status-manager.ts';
import { KubeletPodSyncer } from './sync-pod.ts';
import { TokenManager } from './token/token-manager.ts';
import { ObjectManager } from './util/object-manager.ts';
import { WorkQueue } from './util/work-queue.ts';
import { VolumeManager } from './volumemanager/volume-manager.ts';
import { VolumePlugins } from './volumemanager/volume-plugins.ts';

export interface KubeletParts {
  readonly podManager: PodManager;
  readonly podWorkers: PodWorkers;
  readonly workQueue: WorkQueue;
  readonly cache: PodCache;
  readonly pleg: GenericPleg;
  readonly state: RuntimeState;
  readonly statusManager: StatusManager;
  readonly volumes: VolumeManager;
  readonly probers: ProberManager;
  readonly images: ImageManager;
  readonly tokens: TokenManager;
  readonly runtime: RuntimeManager;
  readonly cgroups: PodContainerManager;
  readonly mirrors: MirrorClient;
  readonly orphans: OrphanedPods;
  readonly deletor: PodContainerDeletor;
  readonly resources: NodeResources;
  readonly allocations: AllocationManager;
  readonly eviction: EvictionManager;
  readonly imageGC: ImageGC;
  readonly shutdown: ShutdownManager;
  /** Ends a pod in favour of a critical one. */
  readonly preempt: (pod: Pod) => void;
}

export interface PartsInput {
  readonly network: PodNetwork;
  readonly send: (item: LoopItem) => void;
  readonly services: Lister<Service>;
  readonly runtimeClasses: Lister<RuntimeClass>;
  readonly onPodTerminated: (uid: string) => void;
  readonly onRuntimeReady: () => void;
}

export function makeParts(context: KubeletContext, input: PartsInput): KubeletParts {
  const { sim } = context;
  const podManager = new PodManager();
  const mirrors = new MirrorClient(context);
  const resources = new NodeResources();
  const allocations = new AllocationManager(context, resources);
  const pleg = new GenericPleg(context, (event) => input.send({ channel: 'pleg', event }));
  const cache = new PodCache(sim, pleg);
  pleg.fill(cache);
  const state = new RuntimeState(context, pleg, input.onRuntimeReady);
  const couldRun = (uid: string) => podWorkers.couldHaveRunningContainers(uid);
  const statusManager = new StatusManager(context, couldRun, podManager);
  const probers = proberManager(context, input, statusManager, podManager);
  const podIP = (uid: string) => statusManager.get(uid)?.podIP ?? '';
  const cgroups = new PodContainerManager(context);
  const images = new ImageManager(context);
  const hooks = new HandlerRunner(context, input.network, podIP);
  const runtime = new RuntimeManager(context, cgroups, images, hooks);
  const tokens = new TokenManager(context);
  const objects = new ObjectManager(context);
  const volumes = volumeManager(context, objects, tokens, podIP);
  const syncer = new KubeletPodSyncer(context, {
    statusManager,
    cgroups,
    volumes,
    probers,
    runtime,
    reasons: new ReasonCache(),
    objects,
    pleg,
    mirrors,
    allocations,
    podManager,
    environment: (ip) => environmentSources(context, objects, input.services, ip),
    runtimeHandler: (pod) => runtimeHandler(pod, input.runtimeClasses),
    networkError: () => state.networkError,
  });
  const workQueue = new WorkQueue(sim);
  const podWorkers: PodWorkers = new PodWorkers(context, {
    cache,
    queue: workQueue,
    syncer,
    onTerminated: (uid) => {
      volumes.podTerminated(uid);
      input.onPodTerminated(uid);
    },
  });
  const imageGC = new ImageGC(context);
  return {
    ...guards(context, { podManager, podWorkers, syncer, imageGC, statusManager }),
    resources,
    allocations,
    imageGC,
    podManager,
    podWorkers,
    workQueue,
    cache,
    pleg,
    state,
    statusManager,
    volumes,
    probers,
    images,
    tokens,
    runtime,
    cgroups,
    mirrors,
    orphans: new OrphanedPods(context, { runtime, cgroups, podWorkers, pleg, volumes }),
    deletor: new PodContainerDeletor(context),
  };
}

const proberManager = (
  context: KubeletContext,
  { network, send }: PartsInput,
  statusManager: StatusManager,
  podManager: PodManager,
): ProberManager =>
  new ProberManager(context, {
    network,
    status: (uid) => statusManager.get(uid),
    pod: (uid) => podManager.byUid(uid),
    send: (update) => send({ channel: 'probes', update }),
  });

function volumeManager(
  context: KubeletContext,
  objects: ObjectManager,
  tokens: TokenManager,
  podIP: (uid: string) => string,
): VolumeManager {
  const downward = ({ metadata }: Pod) => ({
    nodeAllocatable: context.nodeObject()?.status?.allocatable ?? {},
    hostIP: context.node.address,
    podIP: podIP(metadata.uid),
  });
  const plugins = new VolumePlugins(objects, tokens, context.cri, downward, context.trustAnchors);
  return new VolumeManager(context, plugins);
}

const leastKillTimeout: Duration = 10 * second;

/**
 * Kills a pod; an event follows if it still runs after one and a half times its grace period.
 * Source: killPodNow.
 */
function killPodNow(
  { sim, events }: KubeletContext,
  podWorkers: PodWorkers,
  pod: Pod,
  gracePeriodOverride: number,
): void {
  const { uid } = pod.metadata;
  podWorkers.updatePod({ type: 'kill', pod, gracePeriodOverride });
  const timeout = Math.max(leastKillTimeout, Math.floor(gracePeriodOverride * 1.5) * second);
  sim.spawn('kill timeout', watch());
  function* watch(): Process {
    yield* sleep(timeout);
    if (!podWorkers.couldHaveRunningContainers(uid)) return;
    const message = 'Container runtime did not kill the pod within specified grace period.';
    events.pod(pod, 'Warning', 'ExceededGracePeriod', message);
  }
}

/** The managers that evict pods to protect the node. */
function guards(
  context: KubeletContext,
  parts: {
    readonly podManager: PodManager;
    readonly podWorkers: PodWorkers;
    readonly syncer: KubeletPodSyncer;
    readonly imageGC: ImageGC;
    readonly statusManager: StatusManager;
  },
): Pick<KubeletParts, 'eviction' | 'shutdown' | 'preempt'> {
  const { podManager, podWorkers, syncer, imageGC, statusManager } = parts;
  const pods = () => podManager.list();
  const killFor = (reason: string) => (pod: Pod, message: string, gracePeriodOverride: number) => {
    syncer.markEnded(pod, { reason, message, disruption: message });
    killPodNow(context, podWorkers, pod, gracePeriodOverride);
  };
  const isEnding = ({ metadata: { uid }, status }: Pod): boolean =>
    podWorkers.isTerminationRequested(uid) ||
    isPodPhaseTerminal(status?.phase) ||
    isPodPhaseTerminal(statusManager.get(uid)?.phase);
  const couldRun = (uid: string): boolean => podWorkers.couldHaveRunningContainers(uid);
  return {
    eviction: new EvictionManager(context, {
      pods,
      kill: killFor('Evicted'),
      reclaimDisk: () => imageGC.deleteUnused(),
      isEnding,
      couldRun,
    }),
    preempt: (pod) => {
      const message = 'Preempted in order to admit critical pod';
      context.events.pod(pod, 'Warning', 'Preempting', message);
      const condition = 'Pod was preempted by Kubelet to accommodate a critical pod.';
      syncer.markEnded(pod, { reason: 'Preempting', message, disruption: condition });
      killPodNow(context, podWorkers, pod, 1);
    },
    shutdown: new ShutdownManager(context, {
      // A pod that is being deleted is active until its containers have ended.
      pods: () => pods().filter((pod) => !isEnding(pod) || couldRun(pod.metadata.uid)),
      kill: killFor('Terminated'),
      couldRun,
    }),
  };
}

const environmentSources = (
  context: KubeletContext,
  objects: ObjectManager,
  services: Lister<Service>,
  podIP: string,
): EnvironmentSources => ({
  services: services.list(),
  nodeAllocatable: context.nodeObject()?.status?.allocatable ?? {},
  hostIP: context.node.address,
  podIP,
  configMap: (namespace, name) => {
    const found = objects.configMap(namespace, name);
    return found === undefined ? undefined : (found.data ?? {});
  },
  secret: (namespace, name) => {
    const found = objects.secret(namespace, name);
    return found === undefined ? undefined : (found.data ?? {});
  },
});

/** Source: kubernetes/pkg/kubelet/runtimeclass LookupRuntimeHandler. */
function runtimeHandler(
  pod: Pod,
  classes: Lister<RuntimeClass>,
): { readonly handler: string } | { readonly error: string } {
  const { runtimeClassName = '', hostUsers } = pod.spec;
  const found = runtimeClassName === '' ? { handler: '' } : classes.get(runtimeClassName);
  if (found !== undefined && hostUsers === false) return { error: noUserNamespaces(found.handler) };
  if (found !== undefined) return { handler: found.handler };
  const error = `runtimeclass.node.k8s.io "${runtimeClassName}" not found`;
  return { error: `failed to get runtime handler: ${error}` };
}

/**
 * The runtime handlers of these nodes do not support user namespaces. Source: userns
 * GetOrCreate…Mappings.
 */
const noUserNamespaces = (handler: string): string => {
  const who = handler === '' ? 'runtime' : `RuntimeClass handler "${handler}"`;
  return `can't set \`spec.hostUsers: false\`, ${who} does not support user namespaces`;
};
