/**
 * kube-scheduler: decides which node a pod runs on and writes the binding to the API server.
 *
 * Models kubernetes/cmd/kube-scheduler and pkg/scheduler of v1.36 with one default profile: waits
 * for its caches and for leadership, then schedules pods one after the other.
 */

import type { Prng } from '#base/prng';
import type { SchedulerConfig, SchedulerProfile } from '#cluster/config/cluster-config';
import type { Environment } from '#cluster/environment';
import type { Node, Pod } from '#k8s.io/api/core/v1';
import type { DeviceClass, ResourceClaim, ResourceSlice } from '#k8s.io/api/resource/v1';
import type { KubeObject } from '#k8s.io/apimachinery/meta/v1';
import { celOf } from '#k8s.io/apiserver/cel/cel';
import {
  deviceClasses,
  resourceClaims,
  resourceSlices,
} from '#k8s.io/client-go/rest/device-resources';
import {
  csiNodes,
  namespaces,
  nodes,
  persistentVolumeClaims,
  persistentVolumes,
  podDisruptionBudgets,
  pods,
  type Resource,
  replicaSets,
  replicationControllers,
  services,
  statefulSets,
  storageClasses,
} from '#k8s.io/client-go/rest/resource';
import { RestClient, type RestConfig } from '#k8s.io/client-go/rest/rest-client';
import { SharedInformerFactory } from '#k8s.io/client-go/tools/cache/informer-factory';
import type { Lister } from '#k8s.io/client-go/tools/cache/store';
import { LeaderElector } from '#k8s.io/client-go/tools/leaderelection/leader-elector';
import { EventRecorder } from '#k8s.io/client-go/tools/record/event-recorder';
import type { Process } from '#sim/simulation';
import { Cache } from './backend/cache/cache.ts';
import { Snapshot } from './backend/cache/snapshot.ts';
import { Nominator } from './backend/queue/nominator.ts';
import { QueueingHints } from './backend/queue/queueing-hints.ts';
import { SchedulingQueue } from './backend/queue/scheduling-queue.ts';
import { handleNodes, handleOthers, handlePods } from './event-handlers.ts';
import type { Extenders } from './extenders.ts';
import { FailureHandler } from './failure-handler.ts';
import type { EventResource } from './framework/events.ts';
import type { Handle, Plugin } from './framework/interface.ts';
import type { DeviceAllocation } from './framework/plugins/dynamic-resources/devices.ts';
import { profilePlugins } from './framework/plugins/registry.ts';
import { Framework } from './framework/runtime/framework.ts';
import { byNamespace, type Listers } from './listers.ts';
import { type Profile, ScheduleOne } from './schedule-one.ts';

const version = 'v1.36.3';
const defaultProfile: SchedulerProfile = { schedulerName: 'default-scheduler' };
/** The host that the recorded scheduler ran on. */
const firstHost = 'vm';
const deviceKinds: readonly [Resource, EventResource][] = [
  [resourceClaims, 'ResourceClaim'],
  [resourceSlices, 'ResourceSlice'],
  [deviceClasses, 'DeviceClass'],
];
/** Pods that have run to their end need no node. */
const livePods = 'status.phase!=Succeeded,status.phase!=Failed';

/** What extenders use of the scheduler. */
type OwnParts = Omit<ConstructorParameters<typeof Extenders>[0], 'reach'>;

export interface KubeSchedulerOptions {
  readonly rest: RestConfig;
  readonly config?: SchedulerConfig | undefined;
  /** The name of the process, its facts and its lease; a second scheduler has another one. */
  readonly name?: string;
  /** Allocates devices; absent: nodes have no drivers for them. */
  readonly devices?: DeviceAllocation;
  /** Makes the extenders of the configuration, which need a way to them. */
  readonly extenders?: (parts: OwnParts) => Extenders;
  /** The machine it runs on; absent: the first one of the control plane. */
  readonly host?: string;
}

export class KubeScheduler {
  readonly #env: Environment;
  readonly #component: string;
  readonly #host: string;
  readonly #prng: Prng;
  readonly #client: RestClient;
  readonly #factory: SharedInformerFactory;
  /**
   * A second scheduler runs without leader election: the schedulers' role only allows the one
   * lease.
   */
  readonly #elector: LeaderElector | undefined;
  readonly #recorders: EventRecorder[] = [];
  readonly #queue: SchedulingQueue;
  readonly #scheduleOne: ScheduleOne;

  constructor(env: Environment, options: KubeSchedulerOptions) {
    const { rest, config = {}, name, host } = options;
    this.#env = env;
    this.#host = host ?? firstHost;
    const { sim, tracer } = env;
    const component = name ?? 'kube-scheduler';
    this.#component = component;
    this.#prng = env.prng.fork(component);
    const base = new RestClient(sim, tracer, rest);
    this.#client = base.as(component, `${rest.userAgent}/scheduler`);
    this.#factory = new SharedInformerFactory(sim, tracer, this.#client, this.#prng);
    this.#elector =
      name === undefined
        ? this.#makeElector(base.as(component, `${rest.userAgent}/leader-election`))
        : undefined;
    const cache = new Cache();
    const nominator = new Nominator();
    const podInformer = this.#factory.forResource<Pod>(pods, { fieldSelector: livePods });
    const nextId = () => rest.requestIds.next();
    const extenders = options.extenders?.({ sim, tracer, component, nextId, prng: this.#prng });
    const shared = { listers: this.#listers(), snapshot: new Snapshot(), nominator, extenders };
    const wanted = config.profiles ?? [];
    const allocation = this.#allocation(options);
    const profiles = new Map<string, Profile>();
    for (const profile of wanted.length > 0 ? wanted : [defaultProfile]) {
      const percentage = profile.percentageOfNodesToScore ?? config.percentageOfNodesToScore ?? 0;
      const { framework, handle } = this.#makeProfile(shared, profile, percentage, allocation);
      const failures = new FailureHandler(handle, () => this.#queue, podInformer.lister);
      profiles.set(profile.schedulerName, { framework, handle, failures });
    }
    const [first] = profiles.values();
    if (first === undefined) throw new Error('A scheduler needs a profile.');
    const profileOf = ({ spec }: Pod): Profile => profiles.get(spec.schedulerName ?? '') ?? first;
    this.#queue = new SchedulingQueue({
      component,
      sim,
      tracer,
      less: (a, b) => first.framework.less(a, b),
      preEnqueue: (pod) => profileOf(pod).framework.runPreEnqueue(pod),
      hints: new QueueingHints(
        [...profiles.values()].flatMap(({ framework }) => framework.plugins),
      ),
      nominator,
    });
    const queue = this.#queue;
    const parts = { component, tracer, profileOf, cache, queue, extenders };
    this.#scheduleOne = new ScheduleOne(parts, this.#prng);
    const targets = { cache, queue, schedulerNames: new Set(profiles.keys()) };
    handleNodes(this.#factory.forResource<Node>(nodes), targets);
    handlePods(podInformer, targets);
    this.#handleStorage(queue);
    if (allocation !== undefined) this.#handle(deviceKinds, queue);
  }

  #makeElector(client: RestClient): LeaderElector {
    const { sim, tracer } = this.#env;
    const component = defaultProfile.schedulerName;
    const recorder = new EventRecorder(this.#env, this.#client, { component, api: 'core' });
    this.#recorders.push(recorder);
    return new LeaderElector({ sim, tracer, prng: this.#prng }, client, recorder, {
      namespace: 'kube-system',
      name: this.#component,
      identity: `${this.#host}_${uuid(() => this.#prng.nextInt(16))}`,
    });
  }

  /** Makes the plugins of a profile; its events carry the profile's name. */
  #makeProfile(
    shared: Pick<Handle, 'listers' | 'snapshot' | 'nominator' | 'extenders'>,
    profile: SchedulerProfile,
    percentage: number,
    allocation: ((handle: Handle) => Plugin) | undefined,
  ): { readonly framework: Framework; readonly handle: Handle } {
    const { sim, tracer } = this.#env;
    const { schedulerName } = profile;
    const recorder = new EventRecorder(this.#env, this.#client, {
      component: schedulerName,
      host: `${schedulerName}-${this.#host}`,
      api: 'events.k8s.io',
    });
    this.#recorders.push(recorder);
    const handle: Handle = {
      ...shared,
      component: this.#component,
      schedulerName,
      sim,
      tracer,
      prng: this.#prng,
      client: this.#client,
      recorder,
      filterWithNominatedPods: (state, info, node) =>
        framework.runFilterWithNominatedPods(state, info, node),
      addPod: (...args) => framework.runAddPod(...args),
      removePod: (...args) => framework.runRemovePod(...args),
      activate: (pod) => this.#queue.activate(pod),
    };
    const plugins = profilePlugins(handle, profile, allocation);
    const framework = new Framework(schedulerName, shared.nominator, plugins, percentage);
    return { framework, handle };
  }

  /** Runs until its leadership is lost; then the process ends, and a supervisor may restart it. */
  *run(): Process {
    const { sim, tracer } = this.#env;
    tracer.emitRoot({
      type: 'ComponentStarted',
      component: this.#component,
      version,
      flags: [`--leader-elect${this.#elector === undefined ? '=false' : ''}`],
    });
    const started = sim.cause;
    const spawn = (name: string, process: Process): void => {
      sim.under(started, () => sim.spawn(name, process));
    };
    for (const recorder of this.#recorders) spawn('event recorder', recorder.run());
    this.#factory.start();
    yield* this.#factory.waitForCacheSync();
    if (this.#elector !== undefined) yield* this.#elector.acquire();
    spawn('flush backoffQ', this.#queue.flushBackoff());
    spawn('flush unschedulablePods', this.#queue.flushUnschedulable());
    spawn('scheduleOne', this.#scheduleOne.run());
    if (this.#elector === undefined) return;
    yield* this.#elector.renew();
    tracer.emit({
      type: 'ComponentStopped',
      component: this.#component,
      reason: 'leaderelection lost',
    });
    sim.currentTask?.group?.cancelAll();
  }

  /** Releases its lease. Source: app/options.go makeLeaderElectionConfig, ReleaseOnCancel. */
  *terminate(): Process {
    if (this.#elector !== undefined) yield* this.#elector.release();
  }

  #lister<T extends KubeObject>(resource: Resource): Lister<T> {
    const informer = this.#factory.forResource<T>(resource);
    if (resource.namespaced) {
      informer.addIndex(byNamespace, ({ metadata }) => [metadata.namespace ?? '']);
    }
    return informer.lister;
  }

  #listers(): Listers {
    return {
      services: this.#lister(services),
      replicationControllers: this.#lister(replicationControllers),
      replicaSets: this.#lister(replicaSets),
      statefulSets: this.#lister(statefulSets),
      namespaces: this.#lister(namespaces),
      podDisruptionBudgets: this.#lister(podDisruptionBudgets),
      persistentVolumes: this.#lister(persistentVolumes),
      persistentVolumeClaims: this.#lister(persistentVolumeClaims),
      storageClasses: this.#lister(storageClasses),
      csiNodes: this.#lister(csiNodes),
    };
  }

  /** The informers of resource.k8s.io, and the plugin that reads them. */
  #allocation({ devices }: KubeSchedulerOptions): ((handle: Handle) => Plugin) | undefined {
    if (devices === undefined) return undefined;
    const listers = {
      resourceClaims: this.#factory.forResource<ResourceClaim>(resourceClaims).lister,
      resourceSlices: this.#factory.forResource<ResourceSlice>(resourceSlices).lister,
      deviceClasses: this.#factory.forResource<DeviceClass>(deviceClasses).lister,
    };
    return devices(listers, celOf(this.#env));
  }

  #handleStorage(queue: SchedulingQueue): void {
    const watched: readonly [Resource, EventResource][] = [
      [persistentVolumes, 'PersistentVolume'],
      [persistentVolumeClaims, 'PersistentVolumeClaim'],
      [storageClasses, 'StorageClass'],
      [csiNodes, 'CSINode'],
    ];
    this.#handle(watched, queue);
  }

  #handle(watched: readonly [Resource, EventResource][], queue: SchedulingQueue): void {
    for (const [resource, name] of watched) {
      handleOthers(this.#factory.forResource(resource), name, queue);
    }
  }
}

/** A version 4 UUID from an injected source of hexadecimal digits. */
function uuid(digit: () => number): string {
  return 'xxxxxxxx-xxxx-4xxx-yxxx-xxxxxxxxxxxx'.replace(/[xy]/g, (symbol) =>
    (symbol === 'x' ? digit() : (digit() & 3) | 8).toString(16),
  );
}
