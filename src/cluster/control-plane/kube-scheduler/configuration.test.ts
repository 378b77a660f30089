/** KubeSchedulerConfiguration: profiles, strategies and weights, and their effect on pods. */
import { describe, expect, it } from 'vitest';
import type { SchedulerProfile } from '#cluster/config/cluster-config';
import type { Node } from '#k8s.io/api/core/v1';
import { feasibleNodesToFind } from './find-nodes.ts';
import { resourceScorer } from './framework/plugins/node-resources/scoring-strategy.ts';
import { NodeInfo } from './framework/types/node-info.ts';
import { podInfoOf } from './framework/types/pod-info.ts';
import { recordedNode, recordedPod, SchedulerBed } from './testing/scheduler-bed.ts';

const two = [recordedNode('node-1'), recordedNode('node-2')];
const named = (schedulerName: string, rest: Partial<SchedulerProfile> = {}): SchedulerProfile => ({
  schedulerName,
  ...rest,
});

/** A node with four CPUs and 8 GiB, and a pod on it. */
function node(requests: Readonly<Record<string, string>>): NodeInfo {
  const plain = recordedNode('node-1');
  const allocatable = { cpu: '4', memory: '8Gi', pods: '110' };
  const info = new NodeInfo('node-1');
  info.setNode({ ...plain, status: { allocatable } } as Node, new Map());
  info.addPod(podInfoOf(recordedPod('old', { requests })));
  return info;
}

describe('the strategies of NodeResourcesFit', () => {
  const { requests } = podInfoOf(recordedPod('new', { requests: { cpu: '1', memory: '2Gi' } }));
  const half = node({ cpu: '1', memory: '2Gi' });

  it('favour empty nodes, full nodes, or a shape', () => {
    expect(resourceScorer({ type: 'LeastAllocated' })(requests, half)).toBe(50);
    expect(resourceScorer({ type: 'MostAllocated' })(requests, half)).toBe(50);
    const full = node({ cpu: '3', memory: '6Gi' });
    expect(resourceScorer({ type: 'LeastAllocated' })(requests, full)).toBe(0);
    expect(resourceScorer({ type: 'MostAllocated' })(requests, full)).toBe(100);
    const shape = [
      { utilization: 0, score: 0 },
      { utilization: 100, score: 10 },
    ];
    expect(resourceScorer({ type: 'RequestedToCapacityRatio', shape })(requests, half)).toBe(50);
    const bend = [
      { utilization: 0, score: 10 },
      { utilization: 50, score: 2 },
      { utilization: 100, score: 0 },
    ];
    expect(resourceScorer({ type: 'RequestedToCapacityRatio', shape: bend })(requests, half)).toBe(
      20,
    );
  });

  it('weigh resources', () => {
    const uneven = node({ cpu: '3', memory: '1Gi' });
    const resources = [
      { name: 'cpu', weight: 3 },
      { name: 'memory', weight: 1 },
    ];
    expect(resourceScorer({ type: 'MostAllocated', resources })(requests, uneven)).toBe(84);
  });
});

describe('profiles', () => {
  it('decide by their own plugins, each for the pods that name it', () => {
    const bed = new SchedulerBed(two, {
      profiles: [
        named('default-scheduler'),
        named('packer', {
          plugins: { disabled: ['PodTopologySpread', 'NodeResourcesBalancedAllocation'] },
          pluginConfig: { NodeResourcesFit: { scoringStrategy: { type: 'MostAllocated' } } },
        }),
      ],
    });
    bed.create(recordedPod('first', { requests: { cpu: '500m' } }));
    const taken = bed.nodeOf('first');
    const requests = { cpu: '100m' };
    bed.create(recordedPod('spread', { requests }));
    expect(bed.nodeOf('spread')).not.toBe(taken);
    const spec = { schedulerName: 'packer' };
    bed.create(recordedPod('packed', { requests, spec }));
    expect(bed.nodeOf('packed')).toBe(taken);
    expect(bed.scores('packed')[taken]).not.toContain('PodTopologySpread');
  });

  it('leave pods alone that name none of them', () => {
    const bed = new SchedulerBed(two);
    bed.create(recordedPod('foreign', { spec: { schedulerName: 'other' } }), 3);
    expect(bed.nodeOf('foreign')).toBe('');
    expect(bed.facts('PodPopped')).toHaveLength(0);
  });

  it('give plugins other weights', () => {
    const plugins = { enabled: [{ name: 'TaintToleration', weight: 10 }] };
    const bed = new SchedulerBed(two, { profiles: [named('default-scheduler', { plugins })] });
    bed.create(recordedPod('web'));
    expect(bed.scores('web')['node-1']).toContain('TaintToleration=1000');
  });

  it('keep their pods on nodes of their own', () => {
    const pluginConfig = { NodeAffinity: { addedAffinity: { pool: 'blue' } } };
    const profile = named('default-scheduler', { pluginConfig });
    const bed = new SchedulerBed(two, { profiles: [profile] });
    bed.create(recordedPod('web'), 1);
    expect(bed.failure('web')).toMatch(
      /^0\/2 nodes are available: 2 node\(s\) didn't match scheduler-enforced node affinity\. /,
    );
  });

  it('spread by constraints of their own', () => {
    const PodTopologySpread = {
      defaultingType: 'List',
      defaultConstraints: [
        {
          maxSkew: 1,
          topologyKey: 'kubernetes.io/hostname',
          whenUnsatisfiable: 'DoNotSchedule',
        },
      ],
    } as const;
    const profile = named('default-scheduler', { pluginConfig: { PodTopologySpread } });
    const bed = new SchedulerBed([recordedNode('node-1'), recordedNode('node-2')], {
      profiles: [profile],
    });
    bed.replicaSet('web');
    for (const n of [1, 2, 3, 4]) bed.create(recordedPod(`web-${n}`, { owner: 'web' }));
    const nodes = [1, 2, 3, 4].map((n) => bed.nodeOf(`web-${n}`)).sort();
    expect(nodes).toEqual(['node-1', 'node-1', 'node-2', 'node-2']);
  });

  it('look at as many nodes as they are told', () => {
    expect(feasibleNodesToFind(99, 10)).toBe(99);
    expect(feasibleNodesToFind(1000, 0)).toBe(420);
    expect(feasibleNodesToFind(5000, 0)).toBe(500);
    expect(feasibleNodesToFind(1000, 30)).toBe(300);
    expect(feasibleNodesToFind(200, 10)).toBe(100);
    expect(feasibleNodesToFind(200, 100)).toBe(200);
    const many = Array.from({ length: 120 }, (_, n) => recordedNode(`node-${n}`));
    const bed = new SchedulerBed(many, { percentageOfNodesToScore: 90 });
    bed.create(recordedPod('web'));
    expect(bed.facts('NodesScored')[0]?.nodes).toHaveLength(108);
  });
});

describe('preemption', () => {
  it('waits for victims that still end, and says so', () => {
    const bed = new SchedulerBed([recordedNode('node-1')]);
    const low = recordedPod('low', { requests: { cpu: '2' } });
    bed.create({ ...low, spec: { ...low.spec, nodeName: 'node-1' } });
    const spec = { priority: 100 };
    bed.create(recordedPod('high', { requests: { cpu: '2' }, spec }), 1);
    expect(bed.facts('PostFiltered').at(-1)?.nominatedNode).toBe('node-1');
    const mark = bed.api.writes.find(({ url }) => url.endsWith('/pods/low/status'));
    expect(JSON.stringify(mark?.body)).toContain(
      'default-scheduler: preempting to accommodate a higher priority pod',
    );
    const events = bed.api.writes.filter(({ url }) => url.includes('/events'));
    expect(JSON.stringify(events)).toContain('Preempted by pod uid-high on node node-1');
  });

  it('is not tried again while a victim still ends on the nominated node', () => {
    const bed = new SchedulerBed([recordedNode('node-1')]);
    const low = recordedPod('low', { requests: { cpu: '2' } });
    const conditions = [
      { type: 'DisruptionTarget', status: 'True', reason: 'PreemptionByScheduler' },
    ];
    bed.create({
      ...low,
      metadata: { ...low.metadata, deletionTimestamp: '2026-01-01T00:00:30Z' },
      spec: { ...low.spec, nodeName: 'node-1' },
      status: { phase: 'Running', conditions },
    } as typeof low);
    const high = recordedPod('high', { requests: { cpu: '2' }, spec: { priority: 100 } });
    bed.create({ ...high, status: { phase: 'Pending', nominatedNodeName: 'node-1' } }, 1);
    expect(bed.failure('high')).toContain(
      'preemption: not eligible due to a terminating pod on the nominated node.',
    );
  });
});
