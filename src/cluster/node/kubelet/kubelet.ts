/**
 * The kubelet of one node: makes its runtime run the pods bound to the node and reports on them.
 *
 * Models kubernetes/pkg/kubelet/kubelet.go and cmd/kubelet. In: pods from the API server, answers
 * of the container runtime. Out: CRI calls, statuses, events, the Node and its Lease. Its methods
 * follow upstream's start-up order.
 */

import { defined } from '#base/defined';
import { second } from '#base/sim-time';
import type { ClusterConfig, NodeConfig } from '#cluster/config/cluster-config';
import type { Environment } from '#cluster/environment';
import type { HostResources } from '#cluster/node/os/host-resources';
import type { Node, Service } from '#k8s.io/api/core/v1';
import type { RuntimeClass } from '#k8s.io/api/node/v1';
import type { HttpServer } from '#k8s.io/client-go/rest/http';
import { nodes, resourceSlices, runtimeClasses, services } from '#k8s.io/client-go/rest/resource';
import { RestClient, type RestConfig } from '#k8s.io/client-go/rest/rest-client';
import { SharedInformerFactory } from '#k8s.io/client-go/tools/cache/informer-factory';
import type { SharedInformer } from '#k8s.io/client-go/tools/cache/shared-informer';
import { EventRecorder } from '#k8s.io/client-go/tools/record/event-recorder';
import type { ContainerRuntime } from '#k8s.io/cri-api/runtime';
import { Channel } from '#sim/signal';
import { type Process, sleep } from '#sim/simulation';
import type { KubeletModulesStarted } from '#trace/facts/kubelet';
import type { TrustAnchors } from './clustertrustbundle/trust-anchors.ts';
import type { DynamicResources } from './cm/dra/dynamic-resources.ts';
import { ResourceManagers } from './cm/resource-managers.ts';
import { newSourceApiserver } from './config/apiserver.ts';
import { newSourceFile } from './config/file.ts';
import type { ManifestFolder } from './config/manifest-folder.ts';
import { PodConfig } from './config/pod-config.ts';
import { RemoteRuntime } from './cri/remote-runtime.ts';
import type { KubeletContext } from './kubelet-context.ts';
import { type KubeletParts, makeParts } from './kubelet-parts.ts';
import { ContainerGC } from './kuberuntime/container-gc.ts';
import { ContainerLogManager } from './logs/container-log-manager.ts';
import type { LoopItem } from './loop-item.ts';
import { leftOutOfRun, startedByRun, startedWithRuntime } from './modules.ts';
import { NodeLeaseController } from './nodestatus/node-lease.ts';
import { NodeStatusManager } from './nodestatus/node-status.ts';
import { type PodNetwork, unreachableNetwork } from './prober/pod-network.ts';
import { KubeletServer } from './server/server.ts';
import { SyncLoop } from './sync-loop.ts';
import { PodEvents } from './util/pod-events.ts';
import { initializeCsiNode } from './volumemanager/csi-node.ts';

export interface KubeletOptions {
  readonly node: NodeConfig;
  readonly rest: RestConfig;
  readonly runtime: ContainerRuntime;
  readonly config: ClusterConfig;
  /** Flag --pod-manifest-path. */
  readonly manifests?: ManifestFolder;
  /** The machine's memory, disk and control groups. */
  readonly host: HostResources;
  /** Makes the manager of devices that pods claim; absent: this cluster has no drivers. */
  readonly dra?: (context: KubeletContext) => DynamicResources;
  /** Makes the manager of trust anchors; absent: the feature gate for them is off. */
  readonly trustAnchors?: (context: KubeletContext) => TrustAnchors;
  /** For HTTP and TCP probes; without it they find nothing reachable. */
  readonly network?: PodNetwork;
}

const maxWipeDelay = 30 * second;

const cgroupV1Refused =
  'kubelet is configured to not run on a host using cgroup v1.' +
  ' cgroup v1 support is unsupported and will be removed in a future release';
const cgroupV1Text =
  'cgroup v1 detected. cgroup v1 support is deprecated and will be removed in a future release.' +
  ' Please migrate to cgroup v2. More information at' +
  ' https://git.k8s.io/enhancements/keps/sig-node/5573-remove-cgroup-v1';

export class Kubelet {
  readonly #context: KubeletContext;
  readonly #recorder: EventRecorder;
  readonly #informers: SharedInformerFactory;
  readonly #nodeInformer: SharedInformer<Node>;
  readonly #podConfig: PodConfig;
  readonly #parts: KubeletParts;
  readonly #loop: SyncLoop;
  readonly #server: KubeletServer;
  readonly #manifests: ManifestFolder | undefined;
  #status: NodeStatusManager | undefined;

  constructor(
    env: Environment,
    { node, rest, runtime, config, network, manifests, host, dra, trustAnchors }: KubeletOptions,
  ) {
    this.#manifests = manifests;
    const { sim, tracer } = env;
    const component = `${node.name}/kubelet`;
    const prng = env.prng.fork(component);
    const client = new RestClient(sim, tracer, rest);
    const wall = () => sim.now + host.clockSkew;
    const recording = { component: 'kubelet', host: node.name, api: 'core', clock: wall } as const;
    this.#recorder = new EventRecorder(env, client, recording);
    this.#informers = new SharedInformerFactory(sim, tracer, client, prng);
    const onlyThisNode = { fieldSelector: `metadata.name=${node.name}` };
    this.#nodeInformer = this.#informers.forResource<Node>(nodes, onlyThisNode);
    const base: KubeletContext = {
      sim,
      tracer,
      prng,
      component,
      node,
      config,
      client,
      cri: new RemoteRuntime(tracer, component, node.name, runtime),
      events: new PodEvents(this.#recorder, node.name),
      host,
      managers: new ResourceManagers({ tracer, component }, node, host),
      wall,
      nodeObject: () => this.#nodeInformer.lister.get(node.name),
    };
    const context = {
      ...base,
      ...(dra && { dra: dra(base) }),
      ...(trustAnchors && { trustAnchors: trustAnchors(base) }),
    };
    this.#context = context;
    const items = new Channel<LoopItem>(sim);
    this.#parts = makeParts(context, {
      network: network ?? unreachableNetwork,
      send: (item) => items.send(item),
      services: this.#serviceInformer().lister,
      runtimeClasses: this.#informers.forResource<RuntimeClass>(runtimeClasses).lister,
      onPodTerminated: (uid) => this.#loop.podTerminated(uid),
      onRuntimeReady: () => this.#startRuntimeDependentModules(),
    });
    this.#loop = new SyncLoop(context, this.#parts, items);
    this.#podConfig = new PodConfig(context, (update) => items.send({ channel: 'config', update }));
    const { podManager, statusManager } = this.#parts;
    this.#server = new KubeletServer(context, {
      all: () => podManager.list(),
      pod: (namespace, name) => podManager.byFullName(namespace, name),
      status: (uid) => statusManager.get(uid),
      byUid: (uid) => podManager.byUid(uid),
    });
  }

  /** Port 10250, which the API server proxies logs and exec to. */
  get server(): HttpServer {
    return this.#server;
  }

  /** systemd's signal that the machine is about to go down, or that it stays. */
  prepareForShutdown(start: boolean): void {
    const { shutdown } = this.#parts;
    const isNews = start && !shutdown.shuttingDown;
    if (start) shutdown.begin();
    else shutdown.cancel();
    if (isNews) this.#status?.syncNow();
  }

  /** Starts everything in upstream's order; the sync loop never ends. */
  *run(): Process {
    const { sim, tracer, component, node } = this.#context;
    const flags = [`--hostname-override=${node.name}`, `--cgroup-root=/${node.name}`];
    tracer.emitRoot({ type: 'ComponentStarted', component, version: 'v1.36.3', flags });
    if (this.#refusesCgroups()) {
      tracer.emit({ type: 'ComponentStopped', component, reason: cgroupV1Refused });
      sim.currentTask?.group?.cancelAll();
      return;
    }
    this.#emitModules('run', startedByRun, leftOutOfRun);
    const start = (name: string, process: Process) => sim.spawn(name, process);
    start('event recorder', this.#recorder.run());
    this.#birthCry();
    this.#informers.start();
    start('pod source', this.#podSource());
    start('dra manager', this.#wipeResourceSlices());
    if (this.#context.dra !== undefined) start('plugin watcher', this.#context.dra.run());
    start('container gc', this.#containerGC().run());
    start('container deletor', this.#parts.deletor.run());
    this.#server.listen();
    start('volume manager', this.#parts.volumes.run());
    start('node status', this.#nodeStatus());
    start('csi node', initializeCsiNode(this.#context));
    start('node lease', new NodeLeaseController(this.#context).run());
    start('runtime state', this.#parts.state.run());
    start('status manager', this.#parts.statusManager.run());
    start('pleg', this.#parts.pleg.run());
    start('device plugins', this.#context.managers.runPlugins());
    start('cpu manager', this.#reconcileManagers());
    this.#watchOom();
    start('image gc', this.#parts.imageGC.run());
    start('eviction manager', this.#parts.eviction.run());
    yield* this.#loop.run();
  }

  #serviceInformer(): SharedInformer<Service> {
    const withClusterIP = { fieldSelector: 'spec.clusterIP!=None' };
    return this.#informers.forResource<Service>(services, withClusterIP);
  }

  /** Source: KubeletConfiguration failCgroupV1, true since v1.35. */
  #refusesCgroups(): boolean {
    const { host, node } = this.#context;
    return host.cgroups.version === 1 && node.kubelet?.failCgroupV1 !== false;
  }

  /** Emits a side fact: later facts keep the cause they had. */
  #emitModules(
    stage: KubeletModulesStarted['stage'],
    modules: KubeletModulesStarted['modules'],
    leftOut?: KubeletModulesStarted['leftOut'],
  ): void {
    const { sim, tracer, component } = this.#context;
    const more = defined({ leftOut });
    sim.aside(() =>
      tracer.emit({ type: 'KubeletModulesStarted', component, stage, modules, ...more }),
    );
  }

  /** Source: BirthCry and the cgroup version check. */
  #birthCry(): void {
    const { events } = this.#context;
    events.node('Normal', 'Starting', 'Starting kubelet.');
    if (this.#context.host.cgroups.version === 1) events.node('Warning', 'CgroupV1', cgroupV1Text);
  }

  /** Starts the managers that leave an event. Source: initializeRuntimeDependentModules. */
  #startRuntimeDependentModules(): void {
    const { events } = this.#context;
    this.#emitModules('runtime-dependent', startedWithRuntime);
    new ContainerLogManager(this.#context).start();
    const diskText = 'invalid capacity 0 on image filesystem';
    events.node('Warning', 'InvalidDiskCapacity', diskText);
    const allocatableText = 'Updated Node Allocatable limit across pods';
    events.node('Normal', 'NodeAllocatableEnforced', allocatableText);
  }

  /**
   * Source: kubernetes/pkg/kubelet/oom/oom_watcher_linux.go; only system-wide ones are reported.
   */
  #watchOom(): void {
    const { host, events } = this.#context;
    host.onSystemOom = (process, pid) => {
      const message = `System OOM encountered, victim process: ${process}, pid: ${pid}`;
      events.node('Warning', 'SystemOOM', message);
    };
  }

  *#reconcileManagers(): Process {
    const { podManager } = this.#parts;
    const isKnown = (uid: string) => podManager.byUid(uid) !== undefined;
    yield* this.#context.managers.reconcile(this.#context, isKnown);
  }

  /**
   * Removes the ResourceSlices of an earlier kubelet process. Source: cm/dra wipeResourceSlices.
   */
  *#wipeResourceSlices(): Process {
    const { client, node } = this.#context;
    const query = { fieldSelector: `spec.nodeName=${node.name}` };
    for (let delay = second; ; delay = Math.min(delay * 2, maxWipeDelay)) {
      const answer = yield* client.delete(resourceSlices, { query });
      if (answer.ok) return;
      yield* sleep(delay);
    }
  }

  *#fileSource(folder: ManifestFolder): Process {
    yield* newSourceFile(this.#context, this.#podConfig, folder);
  }

  *#podSource(): Process {
    const { sim } = this.#context;
    const folder = this.#manifests;
    if (folder !== undefined) sim.spawn('file source', this.#fileSource(folder));
    const synced = this.#informers.waitForCacheSync();
    yield* newSourceApiserver(this.#context, this.#podConfig, synced, () => {
      this.#parts.podWorkers.syncKnownPods();
      sim.spawn('orphaned pods', this.#parts.orphans.clean());
    });
  }

  *#nodeStatus(): Process {
    const { state } = this.#parts;
    yield* state.update();
    const manager = new NodeStatusManager(
      this.#context,
      () => {
        const { error } = this.#parts.shutdown;
        return error === '' ? state.errors() : [...state.errors(), error];
      },
      () => this.#parts.eviction.pressures,
    );
    this.#status = manager;
    yield* manager.run();
  }

  #containerGC(): ContainerGC {
    const { podWorkers } = this.#parts;
    return new ContainerGC(this.#context, podWorkers);
  }
}
