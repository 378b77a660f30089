/**
 * kube-scheduler: decides which node a pod runs on and tells the API server.
 *
 * Models kubernetes/cmd/kube-scheduler and pkg/scheduler of v1.36 with one default profile: waits
 * for its caches and for leadership, then schedules pods one after the other.
 */

import type { Environment } from '#cluster/environment';
import type { Node, Pod } from '#k8s.io/api/core/v1';
import type { KubeObject } from '#k8s.io/apimachinery/meta/v1';
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
import { FailureHandler } from './failure-handler.ts';
import type { EventResource } from './framework/events.ts';
import type { Handle } from './framework/interface.ts';
import { defaultPlugins } from './framework/plugins/registry.ts';
import { Framework } from './framework/runtime/framework.ts';
import { byNamespace, type Listers } from './listers.ts';
import { ScheduleOne } from './schedule-one.ts';

const component = 'kube-scheduler';
const version = 'v1.36.3';
const schedulerName = 'default-scheduler';
/** The host that the recorded scheduler ran on. */
const hostname = 'vm';
/** Pods that have run to their end need no node. */
const livePods = 'status.phase!=Succeeded,status.phase!=Failed';

export interface KubeSchedulerOptions {
  readonly rest: RestConfig;
}

export class KubeScheduler {
  readonly #env: Environment;
  readonly #factory: SharedInformerFactory;
  readonly #elector: LeaderElector;
  readonly #recorders: readonly EventRecorder[];
  readonly #queue: SchedulingQueue;
  readonly #scheduleOne: ScheduleOne;

  constructor(env: Environment, { rest }: KubeSchedulerOptions) {
    this.#env = env;
    const { sim, tracer } = env;
    const prng = env.prng.fork(component);
    const base = new RestClient(sim, tracer, rest);
    const client = base.as(component, `${rest.userAgent}/scheduler`);
    const recorder = new EventRecorder(env, client, {
      component: schedulerName,
      host: `${schedulerName}-${hostname}`,
      api: 'events.k8s.io',
    });
    const coreRecorder = new EventRecorder(env, client, { component: schedulerName, api: 'core' });
    this.#recorders = [recorder, coreRecorder];
    this.#elector = new LeaderElector(
      { sim, tracer, prng },
      base.as(component, `${rest.userAgent}/leader-election`),
      coreRecorder,
      {
        namespace: 'kube-system',
        name: component,
        identity: `${hostname}_${uuid(() => prng.nextInt(16))}`,
      },
    );
    this.#factory = new SharedInformerFactory(sim, tracer, client, prng);
    const cache = new Cache();
    const nominator = new Nominator();
    const handle: Handle = {
      sim,
      tracer,
      prng,
      client,
      recorder,
      listers: this.#listers(),
      nominator,
      snapshot: new Snapshot(),
      filterWithNominatedPods: (...args) => framework.runFilterWithNominatedPods(...args),
      addPod: (...args) => framework.runAddPod(...args),
      removePod: (...args) => framework.runRemovePod(...args),
      activate: (pod) => queue.activate(pod),
    };
    const framework = new Framework(schedulerName, nominator, defaultPlugins(handle));
    const queue = new SchedulingQueue({
      sim,
      tracer,
      less: (a, b) => framework.less(a, b),
      preEnqueue: (pod) => framework.runPreEnqueue(pod),
      hints: new QueueingHints(framework.plugins),
      nominator,
    });
    this.#queue = queue;
    const podInformer = this.#factory.forResource<Pod>(pods, { fieldSelector: livePods });
    const failures = new FailureHandler(handle, queue, podInformer.lister);
    this.#scheduleOne = new ScheduleOne({ framework, handle, cache, queue, failures });
    const targets = { cache, queue, schedulerName };
    handleNodes(this.#factory.forResource<Node>(nodes), targets);
    handlePods(podInformer, targets);
    this.#handleStorage(queue);
  }

  /** Runs until its leadership is lost; then the process ends, and a supervisor may restart it. */
  *run(): Process {
    const { sim, tracer } = this.#env;
    tracer.emitRoot({ type: 'ComponentStarted', component, version, flags: ['--leader-elect'] });
    const started = sim.cause;
    const spawn = (name: string, process: Process): void => {
      sim.cause = started;
      sim.spawn(name, process);
    };
    for (const recorder of this.#recorders) spawn('event recorder', recorder.run());
    sim.cause = started;
    this.#factory.start();
    yield* this.#factory.waitForCacheSync();
    yield* this.#elector.acquire();
    spawn('flush backoffQ', this.#queue.flushBackoff());
    spawn('flush unschedulablePods', this.#queue.flushUnschedulable());
    spawn('scheduleOne', this.#scheduleOne.run());
    yield* this.#elector.renew();
    tracer.emit({ type: 'ComponentStopped', component, reason: 'leaderelection lost' });
    sim.currentTask?.group?.cancelAll();
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
    };
  }

  #handleStorage(queue: SchedulingQueue): void {
    const watched: readonly [Resource, EventResource][] = [
      [persistentVolumes, 'PersistentVolume'],
      [persistentVolumeClaims, 'PersistentVolumeClaim'],
      [storageClasses, 'StorageClass'],
      [csiNodes, 'CSINode'],
    ];
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
