/** What a pod is told that fits nowhere: every filter's own words. */
import { describe, expect, it } from 'vitest';
import type { Node, PersistentVolume, Pod, PodSpec } from '#k8s.io/api/core/v1';
import { recordedNode, recordedPod, SchedulerBed } from './testing/scheduler-bed.ts';

const created = '2026-01-01T00:00:00Z';
const meta = (name: string, namespace?: string) => ({
  name,
  uid: `uid-${name}`,
  resourceVersion: '1',
  creationTimestamp: created,
  ...(namespace === undefined ? {} : { namespace }),
});

const preemption = 'no new claims to deallocate, preemption: 0/1 nodes are available: 1';
const notHelpful = `${preemption} Preemption is not helpful for scheduling.`;
const noVictims = `${preemption} No preemption victims found for incoming pod.`;

interface Given {
  readonly node?: Partial<Node['spec']>;
  readonly status?: Partial<NonNullable<Node['status']>>;
  readonly labels?: Readonly<Record<string, string>>;
  /** Pods that run there already. */
  readonly running?: readonly Pod[];
  readonly prepare?: (bed: SchedulerBed) => void;
}

/** The message of a pod on a cluster of one node. */
function told(spec: Partial<PodSpec>, { node, status, labels, running, prepare }: Given = {}) {
  const plain = recordedNode('node-1', node);
  const bed = new SchedulerBed([
    {
      ...plain,
      metadata: { ...plain.metadata, labels: { ...plain.metadata.labels, ...labels } },
      status: { ...plain.status, ...status },
    },
  ]);
  if (prepare !== undefined) bed.act(() => prepare(bed));
  for (const pod of running ?? []) {
    bed.create({ ...pod, spec: { ...pod.spec, nodeName: 'node-1' } });
  }
  bed.create(recordedPod('new', { spec }), 1);
  return bed.failure('new');
}

const asking = (requests: Readonly<Record<string, string>>): Partial<PodSpec> => ({
  containers: [{ name: 'app', image: 'nginx', resources: { requests } }],
});

const claiming = (claimName: string): Partial<PodSpec> => ({
  volumes: [{ name: 'data', persistentVolumeClaim: { claimName } }],
});

const near = (app: string) => ({
  labelSelector: { matchLabels: { app } },
  topologyKey: 'kubernetes.io/hostname',
});

describe('a pod that fits nowhere is told', () => {
  const single: readonly (readonly [string, Partial<PodSpec>, Given, string])[] = [
    [
      'of an unschedulable node',
      {},
      { node: { unschedulable: true } },
      'node(s) were unschedulable',
    ],
    [
      'of a taint',
      {},
      { node: { taints: [{ key: 'a', effect: 'NoSchedule' }] } },
      'node(s) had untolerated taint(s)',
    ],
    [
      'of its selector',
      { nodeSelector: { disk: 'ssd' } },
      {},
      "node(s) didn't match Pod's node affinity/selector",
    ],
    [
      'of an affinity that nothing meets',
      {
        affinity: { podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [near('x')] } },
      },
      {},
      "node(s) didn't match pod affinity rules",
    ],
    [
      'of features that the node does not declare',
      {
        containers: [
          {
            name: 'app',
            image: 'nginx',
            restartPolicy: 'Never',
            restartPolicyRules: [{ action: 'RestartAllContainers' }],
          },
        ],
      } as Partial<PodSpec>,
      {},
      "node(s) didn't match Pod's required features",
    ],
    [
      'of a spread over a label that the node lacks',
      {
        topologySpreadConstraints: [
          {
            maxSkew: 1,
            topologyKey: 'zone',
            whenUnsatisfiable: 'DoNotSchedule',
            labelSelector: { matchLabels: { app: 'new' } },
          },
        ],
      },
      {},
      "node(s) didn't match pod topology spread constraints (missing required label)",
    ],
  ];
  it.each(single)('%s', (_title, spec, given, reason) => {
    expect(told(spec, given)).toBe(`0/1 nodes are available: 1 ${reason}. ${notHelpful}`);
  });

  it('of every resource that is short, more than the node ever has', () => {
    const much = { cpu: '9', memory: '900Gi', 'ephemeral-storage': '1Ti', 'example.com/gpu': '1' };
    const short = ['cpu', 'ephemeral-storage', 'example.com/gpu', 'memory'];
    const reasons = short.map((name) => `1 Insufficient ${name}`).join(', ');
    expect(told(asking(much))).toBe(`0/1 nodes are available: ${reasons}. ${notHelpful}`);
  });

  it('of resources in use that preemption would not free', () => {
    const running = [recordedPod('old', { requests: { cpu: '1500m', memory: '23Gi' } })];
    expect(told(asking({ cpu: '1', memory: '1Gi' }), { running })).toBe(
      `0/1 nodes are available: 1 Insufficient cpu, 1 Insufficient memory. ${noVictims}`,
    );
  });

  it('of too many pods', () => {
    const status = { allocatable: { cpu: '2', memory: '24Gi', pods: '1' } };
    expect(told({}, { status, running: [recordedPod('old')] })).toBe(
      `0/1 nodes are available: 1 Too many pods. ${noVictims}`,
    );
  });

  it('of a host port in use', () => {
    const ports = [{ containerPort: 80, hostPort: 80, protocol: 'TCP' as const }];
    const spec = { containers: [{ name: 'app', image: 'nginx', ports }] };
    expect(told(spec, { running: [recordedPod('old', { spec })] })).toBe(
      "0/1 nodes are available: 1 node(s) didn't have free ports for the requested pod ports. " +
        noVictims,
    );
  });

  it('of a disk that another pod uses', () => {
    const spec = {
      volumes: [{ name: 'disk', awsElasticBlockStore: { volumeID: 'vol-1' } }],
    };
    expect(told(spec, { running: [recordedPod('old', { spec })] })).toBe(
      `0/1 nodes are available: 1 node(s) had no available disk. ${noVictims}`,
    );
  });

  it('of anti-affinity, its own and that of a pod that is there', () => {
    const apart = (app: string): Partial<PodSpec> => ({
      affinity: {
        podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [near(app)] },
      },
    });
    const running = [recordedPod('old')];
    expect(told(apart('old'), { running })).toBe(
      `0/1 nodes are available: 1 node(s) didn't match pod anti-affinity rules. ${noVictims}`,
    );
    const jealous = [recordedPod('old', { spec: apart('new') })];
    expect(told({}, { running: jealous })).toBe(
      "0/1 nodes are available: 1 node(s) didn't satisfy existing pods anti-affinity rules. " +
        noVictims,
    );
  });

  it('of a skew that would be too large', () => {
    const spread = {
      maxSkew: 1,
      topologyKey: 'kubernetes.io/hostname',
      whenUnsatisfiable: 'DoNotSchedule',
      minDomains: 2,
      labelSelector: { matchLabels: { app: 'new' } },
    } as const;
    const fellow = {
      ...recordedPod('old'),
      metadata: recordedPod('old', { owner: 'new' }).metadata,
    };
    expect(told({ topologySpreadConstraints: [spread] }, { running: [fellow] })).toBe(
      "0/1 nodes are available: 1 node(s) didn't match pod topology spread constraints. " +
        noVictims,
    );
  });

  it('that no node is left that its terms name', () => {
    const term = (name: string) => ({
      matchFields: [{ key: 'metadata.name', operator: 'In' as const, values: [name] }],
    });
    const affinity = (terms: ReturnType<typeof term>[]): Partial<PodSpec> => ({
      affinity: {
        nodeAffinity: {
          requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: terms },
        },
      },
    });
    const absent = affinity([term('node-9')]);
    expect(told(absent)).toContain("1 node(s) didn't satisfy plugin(s) [NodeAffinity].");
    const both = { matchFields: [...term('a').matchFields, ...term('b').matchFields] };
    expect(told(affinity([both]))).toContain(
      '0/1 nodes are available: pod affinity terms conflict',
    );
  });

  it('that it may not preempt', () => {
    const running = [recordedPod('old', { requests: { cpu: '2' } })];
    const spec = { ...asking({ cpu: '1' }), priority: 10, preemptionPolicy: 'Never' as const };
    expect(told(spec, { running })).toBe(
      '0/1 nodes are available: 1 Insufficient cpu. no new claims to deallocate, ' +
        'preemption: not eligible due to preemptionPolicy=Never.',
    );
  });

  it('that there are no nodes at all', () => {
    const bed = new SchedulerBed([]);
    bed.create(recordedPod('new'), 1);
    expect(bed.failure('new')).toBe('no nodes available to schedule pods');
    // Nobody erred: without a node the pod is unschedulable.
    const written = bed.api.writes.find(({ method }) => method === 'PATCH');
    const condition = { type: 'PodScheduled', status: 'False', reason: 'Unschedulable' };
    expect(written?.body).toMatchObject({ status: { conditions: [condition] } });
  });
});

describe('a pod with claims is told', () => {
  const claim = (bed: SchedulerBed, spec: object, annotations = {}, status = {}): void =>
    bed.api.put('persistentvolumeclaims', {
      apiVersion: 'v1',
      kind: 'PersistentVolumeClaim',
      metadata: { ...meta('data', 'default'), annotations },
      spec,
      status,
    } as never);
  const bound = { 'pv.kubernetes.io/bind-completed': 'yes' };
  const volume = (bed: SchedulerBed, change: Partial<PersistentVolume['spec']>, labels = {}) =>
    bed.api.put('persistentvolumes', {
      apiVersion: 'v1',
      kind: 'PersistentVolume',
      metadata: { ...meta('pv-1'), labels },
      spec: { capacity: { storage: '1Gi' }, accessModes: ['ReadWriteOnce'], ...change },
      status: { phase: 'Available' },
    } as never);
  const storageClass = (bed: SchedulerBed, provisioner: string): void =>
    bed.api.put('storageclasses', {
      apiVersion: 'storage.k8s.io/v1',
      kind: 'StorageClass',
      metadata: meta('local'),
      provisioner,
      volumeBindingMode: 'WaitForFirstConsumer',
    } as never);
  const onlyOn = (name: string) => ({
    nodeAffinity: {
      required: {
        nodeSelectorTerms: [
          {
            matchExpressions: [
              { key: 'kubernetes.io/hostname', operator: 'In' as const, values: [name] },
            ],
          },
        ],
      },
    },
  });
  const waiting = {
    storageClassName: 'local',
    accessModes: ['ReadWriteOnce'],
    resources: { requests: { storage: '1Gi' } },
  };
  const say = (prepare: (bed: SchedulerBed) => void) => told(claiming('data'), { prepare });

  it('that a claim is not there, or not bound, or lost', () => {
    const start = '0/1 nodes are available: ';
    expect(say(() => undefined)).toBe(`${start}persistentvolumeclaim "data" not found. not found`);
    expect(say((bed) => claim(bed, {}))).toBe(
      `${start}pod has unbound immediate PersistentVolumeClaims. not found`,
    );
    expect(say((bed) => claim(bed, { volumeName: 'pv-1' }, bound, { phase: 'Lost' }))).toBe(
      `${start}persistentvolumeclaim "data" bound to non-existent persistentvolume "pv-1". not found`,
    );
  });

  it('that its volume is gone, or elsewhere, or in another zone', () => {
    const ask = (bed: SchedulerBed) => claim(bed, { volumeName: 'pv-1' }, bound);
    expect(say(ask)).toContain(
      '1 node(s) unavailable due to one or more pvc(s) bound to non-existent pv(s). ',
    );
    const elsewhere = (bed: SchedulerBed): void => {
      volume(bed, onlyOn('node-2'));
      ask(bed);
    };
    expect(say(elsewhere)).toContain("1 node(s) didn't match PersistentVolume's node affinity. ");
    const labels = { 'topology.kubernetes.io/zone': 'a' };
    const prepare = (bed: SchedulerBed): void => {
      volume(bed, {}, { 'topology.kubernetes.io/zone': 'b' });
      ask(bed);
    };
    expect(told(claiming('data'), { labels, prepare })).toContain(
      '1 node(s) had no available volume zone. ',
    );
  });

  it('that no volume is free for a claim that waits for it', () => {
    const prepare = (bed: SchedulerBed): void => {
      storageClass(bed, 'kubernetes.io/no-provisioner');
      volume(bed, { storageClassName: 'local', ...onlyOn('node-2') });
      claim(bed, waiting);
    };
    expect(say(prepare)).toContain("1 node(s) didn't find available persistent volumes to bind. ");
  });

  it('that a claim for one pod alone is in use', () => {
    const prepare = (bed: SchedulerBed): void => {
      volume(bed, {});
      claim(bed, { volumeName: 'pv-1', accessModes: ['ReadWriteOncePod'] }, bound);
    };
    const running = [recordedPod('old', { spec: claiming('data') })];
    expect(told(claiming('data'), { prepare, running })).toContain(
      'node(s) unavailable due to PersistentVolumeClaim with ReadWriteOncePod access mode already ' +
        'in-use by another pod',
    );
  });

  it('that the node holds no further volume', () => {
    const prepare = (bed: SchedulerBed): void => {
      bed.api.put('csinodes', {
        apiVersion: 'storage.k8s.io/v1',
        kind: 'CSINode',
        metadata: meta('node-1'),
        spec: { drivers: [{ name: 'd', nodeID: 'n', allocatable: { count: 0 } }] },
      } as never);
      volume(bed, { csi: { driver: 'd', volumeHandle: 'v' } });
      claim(bed, { volumeName: 'pv-1' }, bound);
    };
    expect(say(prepare)).toContain('1 node(s) exceed max volume count. ');
  });

  it('nothing, when a volume of its node is reserved for it before it is bound', () => {
    const bed = new SchedulerBed([recordedNode('node-1'), recordedNode('node-2')]);
    bed.act(() => {
      storageClass(bed, 'kubernetes.io/no-provisioner');
      volume(bed, { storageClassName: 'local', ...onlyOn('node-2') });
      claim(bed, waiting);
    });
    bed.create(recordedPod('new', { spec: claiming('data') }), 0.5);
    const reserved = bed.api.writes.find(({ url }) => url.endsWith('/persistentvolumes/pv-1'));
    expect(reserved?.body).toMatchObject({ spec: { claimRef: { name: 'data' } } });
    const nominated = bed.api.writes.find(({ url }) => url.endsWith('/pods/new/status'));
    expect(nominated?.body).toEqual({ status: { nominatedNodeName: 'node-2' } });
    expect(bed.nodeOf('new')).toBe('');
    bed.act(() => claim(bed, { ...waiting, volumeName: 'pv-1' }, bound));
    bed.run(2);
    expect(bed.nodeOf('new')).toBe('node-2');
  });
});
