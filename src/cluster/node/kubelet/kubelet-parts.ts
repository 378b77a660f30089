/** The managers of one kubelet and how they are put together. Models NewMainKubelet. */
import type { Pod, Service } from '#k8s.io/api/core/v1';
import type { RuntimeClass } from '#k8s.io/api/node/v1';
import type { Lister } from '#k8s.io/client-go/tools/cache/store';
import { PodContainerManager } from './cm/pod-container-manager.ts';
import { PodCache } from './container/cache.ts';
import type { EnvironmentSources } from './envvars/environment.ts';
import { ImageManager } from './images/image-manager.ts';
import type { KubeletContext } from './kubelet-context.ts';
import { RuntimeManager } from './kuberuntime/runtime-manager.ts';
import { HandlerRunner } from './lifecycle/handlers.ts';
import { GenericPleg } from './pleg/generic.ts';
import { PodManager } from './pod/pod-manager.ts';
import { PodContainerDeletor } from './pod-container-deletor.ts';
import { PodWorkers } from './pod-workers.ts';
import type { PodNetwork } from './prober/pod-network.ts';
import { ProberManager } from './prober/prober-manager.ts';
import { ReasonCache } from './reason-cache.ts';
import { RuntimeState } from './runtime-state.ts';
import { StatusManager } from './status/status-manager.ts';
import type { LoopItem } from './sync-loop.ts';
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
  readonly deletor: PodContainerDeletor;
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
  const pleg = new GenericPleg(context, (event) => input.send({ channel: 'pleg', event }));
  const cache = new PodCache(sim, pleg);
  pleg.fill(cache);
  const state = new RuntimeState(context, pleg, input.onRuntimeReady);
  const statusManager = new StatusManager(context, (uid) =>
    podWorkers.couldHaveRunningContainers(uid),
  );
  const probers = new ProberManager(context, {
    network: input.network,
    status: (uid) => statusManager.get(uid),
    pod: (uid) => podManager.byUid(uid),
    send: (update) => input.send({ channel: 'probes', update }),
  });
  const podIP = (uid: string) => statusManager.get(uid)?.podIP ?? '';
  const handlers = new HandlerRunner(context, input.network, podIP);
  const cgroups = new PodContainerManager(context.node);
  const images = new ImageManager(context);
  const runtime = new RuntimeManager(context, cgroups, images, handlers);
  const tokens = new TokenManager(context);
  const objects = new ObjectManager(context);
  const plugins = new VolumePlugins(objects, tokens, ({ metadata }) => ({
    nodeAllocatable: context.nodeObject()?.status?.allocatable ?? {},
    hostIP: context.node.address,
    podIP: podIP(metadata.uid),
  }));
  const volumes = new VolumeManager(context, plugins);
  const syncer = new KubeletPodSyncer(context, {
    statusManager,
    cgroups,
    volumes,
    probers,
    runtime,
    reasons: new ReasonCache(),
    objects,
    pleg,
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
  return {
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
    deletor: new PodContainerDeletor(context),
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
  const { runtimeClassName = '' } = pod.spec;
  if (runtimeClassName === '') return { handler: '' };
  const found = classes.get(runtimeClassName);
  if (found !== undefined) return { handler: found.handler };
  const error = `runtimeclass.node.k8s.io "${runtimeClassName}" not found`;
  return { error: `failed to get runtime handler: ${error}` };
}
