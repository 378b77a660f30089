/** A scheduler with a fake API server around it, and objects to put in. */
import { defined } from '#base/defined';
import { createPrng } from '#base/prng';
import { seconds } from '#base/sim-time';
import type { SchedulerConfig } from '#cluster/config/cluster-config';
import type { Node, Pod, PodSpec } from '#k8s.io/api/core/v1';
import { RequestIds } from '#k8s.io/client-go/rest/request-ids';
import { Simulation } from '#sim/simulation';
import { TaskGroup } from '#sim/task';
import type { FactOf, FactType } from '#trace/facts';
import { Tracer } from '#trace/tracer';
import type { ReachExtender } from '../extender.ts';
import { Extenders } from '../extenders.ts';
import { KubeScheduler } from '../kube-scheduler.ts';
import { FakeApiServer } from './fake-api-server.ts';

const created = '2026-01-01T00:00:00Z';

/** A node of the recorded cluster: two CPUs, 24 GiB. */
export function recordedNode(name: string, change: Partial<Node['spec']> = {}): Node {
  const labels = { 'kubernetes.io/hostname': name, 'kubernetes.io/os': 'linux' };
  return {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: {
      name,
      uid: `uid-${name}`,
      resourceVersion: '1',
      creationTimestamp: created,
      labels,
    },
    spec: change,
    status: { allocatable: { cpu: '2', memory: '24581692Ki', pods: '110' } },
  };
}

export interface PodOptions {
  /** The ReplicaSet it belongs to; also its `app` label. */
  readonly owner?: string;
  readonly requests?: Readonly<Record<string, string>>;
  readonly spec?: Partial<PodSpec>;
}

export function recordedPod(name: string, { owner, requests, spec }: PodOptions = {}): Pod {
  const reference = {
    apiVersion: 'apps/v1',
    kind: 'ReplicaSet',
    name: owner ?? '',
    uid: `uid-${owner}`,
    controller: true,
  };
  const resources = defined({ requests });
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      name,
      namespace: 'default',
      uid: `uid-${name}`,
      resourceVersion: '1',
      creationTimestamp: created,
      generation: 1,
      labels: { app: owner ?? name },
      ...(owner === undefined ? {} : { ownerReferences: [reference] }),
    },
    spec: {
      schedulerName: 'default-scheduler',
      priority: 0,
      containers: [{ name: 'app', image: 'nginx', resources }],
      ...spec,
    },
    status: { phase: 'Pending' },
  };
}

export class SchedulerBed {
  readonly sim = new Simulation();
  readonly tracer = new Tracer(this.sim);
  readonly api = new FakeApiServer(this.sim);

  /** Starts a scheduler over these nodes and waits until it leads. */
  constructor(nodes: readonly Node[], config?: SchedulerConfig, reach?: ReachExtender) {
    for (const node of nodes) this.api.put('nodes', node);
    // With this seed none of the first Filter workers is delayed.
    const env = { sim: this.sim, tracer: this.tracer, prng: createPrng(12) };
    const scheduler = new KubeScheduler(env, {
      config,
      ...(reach !== undefined && {
        extenders: (parts) => new Extenders({ ...parts, reach }, config?.extenders ?? []),
      }),
      rest: {
        component: 'kube-scheduler',
        userAgent: 'kube-scheduler/v1.36.3',
        credential: { kind: 'none' },
        transport: this.api,
        requestIds: new RequestIds(),
        contentType: 'application/vnd.kubernetes.protobuf',
      },
    });
    this.sim.spawn('kube-scheduler', scheduler.run(), new TaskGroup('kube-scheduler'));
    this.run(1);
  }

  run(duration: number): void {
    this.sim.run(this.sim.now + seconds(duration));
  }

  /** Acts as a person, so that what follows has a cause. */
  act(action: () => void): void {
    this.sim.under(0, () => {
      this.tracer.emitRoot({
        type: 'CommandEntered',
        component: 'person',
        input: 0,
        line: 'test',
        user: 'admin',
      });
      action();
    });
  }

  replicaSet(name: string): void {
    this.act(() =>
      this.api.put('replicasets', {
        apiVersion: 'apps/v1',
        kind: 'ReplicaSet',
        metadata: {
          name,
          namespace: 'default',
          uid: `uid-${name}`,
          resourceVersion: '1',
          creationTimestamp: created,
        },
        spec: { selector: { matchLabels: { app: name } } },
      }),
    );
    this.run(0.1);
  }

  create(pod: Pod, settle = 0.1): void {
    this.act(() => this.api.put('pods', pod));
    this.run(settle);
  }

  facts<T extends FactType>(type: T): readonly FactOf<T>[] {
    return this.tracer.facts.filter((fact): fact is FactOf<T> => fact.type === type);
  }

  /** `{ 'node-1': '597 TaintToleration=300 …' }` of the last scored pod of that name. */
  scores(name: string): Readonly<Record<string, string>> {
    const fact = this.facts('NodesScored').findLast(({ pod }) => pod === `default/${name}`);
    const lines = (fact?.nodes ?? []).map(({ node, plugins, total }) => [
      node,
      [total, ...plugins.map(({ plugin, weighted }) => `${plugin}=${weighted}`)].join(' '),
    ]);
    return Object.fromEntries(lines);
  }

  /** The message of a pod's last failed attempt. */
  failure(name: string): string {
    const failed = this.facts('SchedulingFailed').findLast(({ pod }) => pod === `default/${name}`);
    return failed?.message ?? '';
  }

  nodeOf(name: string): string {
    return this.api.pod(`default/${name}`)?.spec.nodeName ?? '';
  }
}
