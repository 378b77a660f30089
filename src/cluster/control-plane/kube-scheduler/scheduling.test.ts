import { describe, expect, it } from 'vitest';
import { recordedNode, recordedPod, SchedulerBed } from './testing/scheduler-bed.ts';

const names = ['node-1', 'node-2', 'node-3'];
const threeNodes = names.map((name) => recordedNode(name));
const helpless =
  'no new claims to deallocate, preemption: 0/3 nodes are available: ' +
  '3 Preemption is not helpful for scheduling.';

describe('a pod that fits nowhere', () => {
  it('is told why, in its condition and an event', () => {
    const bed = new SchedulerBed(threeNodes);
    bed.create(recordedPod('big', { requests: { cpu: '64' } }));
    const message = `0/3 nodes are available: 3 Insufficient cpu. ${helpless}`;
    expect(bed.facts('SchedulingFailed').map((fact) => fact.message)).toEqual([message]);
    const patch = bed.api.writes.find(({ method }) => method === 'PATCH');
    expect(patch?.url).toBe('/api/v1/namespaces/default/pods/big/status');
    expect(patch?.body).toEqual({
      status: {
        conditions: [
          {
            lastProbeTime: null,
            lastTransitionTime: '2026-01-01T00:00:01Z',
            message,
            observedGeneration: 1,
            reason: 'Unschedulable',
            status: 'False',
            type: 'PodScheduled',
          },
        ],
      },
    });
    expect(bed.api.writes.some(({ url }) => url.includes('/apis/events.k8s.io/v1/'))).toBe(true);
  });

  it('is tried again when a node gets the label it asks for, and not before', () => {
    const bed = new SchedulerBed(threeNodes);
    const wants = { nodeSelector: { disk: 'ssd' } };
    bed.create(recordedPod('web', { spec: wants }), 4);
    expect(bed.facts('SchedulingFailed')[0]?.message).toBe(
      `0/3 nodes are available: 3 node(s) didn't match Pod's node affinity/selector. ${helpless}`,
    );
    const plain = recordedNode('node-2');
    const conditions = [{ type: 'Ready', status: 'True' }];
    bed.act(() => bed.api.put('nodes', { ...plain, status: { ...plain.status, conditions } }));
    bed.run(0.1);
    expect(bed.facts('PodPopped')).toHaveLength(1);
    const labels = { ...plain.metadata.labels, disk: 'ssd' };
    bed.act(() => bed.api.put('nodes', { ...plain, metadata: { ...plain.metadata, labels } }));
    bed.run(0.1);
    expect(bed.facts('PodQueued').at(-1)).toMatchObject({
      queue: 'activeQ',
      event: 'NodeUpdateNodeLabel',
    });
    expect(bed.nodeOf('web')).toBe('node-2');
  });

  it('with anti-affinity is tried again when the other pod goes, not when one comes', () => {
    const bed = new SchedulerBed([recordedNode('node-1')]);
    const old = recordedPod('old', { owner: 'db' });
    bed.create({ ...old, spec: { ...old.spec, nodeName: 'node-1' } });
    const term = {
      labelSelector: { matchLabels: { app: 'db' } },
      topologyKey: 'kubernetes.io/hostname',
    };
    const affinity = {
      podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [term] },
    };
    bed.create(recordedPod('new', { owner: 'db', spec: { affinity } }), 3);
    bed.create(recordedPod('other'), 3);
    const attempts = () => bed.facts('PodPopped').filter(({ pod }) => pod === 'default/new');
    expect(attempts()).toHaveLength(1);
    bed.act(() => bed.api.delete('pods', 'default/old'));
    bed.run(2);
    expect(attempts()).toHaveLength(2);
    expect(bed.nodeOf('new')).toBe('node-1');
  });

  it('waits behind its scheduling gates without an attempt', () => {
    const bed = new SchedulerBed(threeNodes);
    const gated = recordedPod('gated', { spec: { schedulingGates: [{ name: 'later' }] } });
    bed.create(gated, 1);
    expect(bed.facts('PodQueued')[0]?.queue).toBe('unschedulablePods');
    expect(bed.facts('PodPopped')).toHaveLength(0);
    bed.act(() => bed.api.put('pods', recordedPod('gated')));
    bed.run(0.1);
    expect(bed.nodeOf('gated')).not.toBe('');
  });
});

describe('a pod of high priority', () => {
  it('takes the place of a low one, and waits until it is gone', () => {
    const bed = new SchedulerBed(threeNodes);
    const low = { spec: { priority: 10 }, requests: { cpu: '1500m' } };
    for (const name of ['a', 'b', 'c']) bed.create(recordedPod(name, low));
    bed.create(recordedPod('urgent', { spec: { priority: 1000 }, requests: { cpu: '1' } }), 1);
    expect(bed.facts('SchedulingFailed')[0]?.message).toBe(
      '0/3 nodes are available: 3 Insufficient cpu.',
    );
    const chosen = bed.facts('PostFiltered')[0]?.nominatedNode ?? '';
    expect(names).toContain(chosen);
    const victim = bed.api.writes.find(({ method }) => method === 'DELETE');
    const name = victim?.url.split('/').at(-1) ?? '';
    expect(bed.nodeOf(name)).toBe(chosen);
    const urgent = bed.api.pod('default/urgent');
    if (urgent === undefined) throw new Error('no such pod');
    const status = { ...urgent.status, nominatedNodeName: chosen };
    bed.act(() => bed.api.put('pods', { ...urgent, status }));
    bed.run(1);
    expect(bed.nodeOf('urgent')).toBe('');
    bed.act(() => bed.api.delete('pods', `default/${name}`));
    bed.run(0.1);
    expect(bed.nodeOf('urgent')).toBe(chosen);
    expect(bed.facts('NodesFiltered').at(-1)?.nodes).toHaveLength(1);
  });
});

describe('the scheduler', () => {
  it('looks at the nodes a DaemonSet names only', () => {
    const bed = new SchedulerBed(threeNodes);
    const matchFields = [{ key: 'metadata.name', operator: 'In' as const, values: ['node-3'] }];
    const required = { nodeSelectorTerms: [{ matchFields }] };
    const nodeAffinity = { requiredDuringSchedulingIgnoredDuringExecution: required };
    bed.create(recordedPod('agent', { spec: { affinity: { nodeAffinity } } }));
    expect(bed.facts('NodesFiltered')[0]?.nodes.map(({ node }) => node)).toEqual(['node-3']);
    expect(bed.nodeOf('agent')).toBe('node-3');
  });

  it('puts pods with anti-affinity on different nodes', () => {
    const bed = new SchedulerBed(threeNodes);
    const term = {
      labelSelector: { matchLabels: { app: 'db' } },
      topologyKey: 'kubernetes.io/hostname',
    };
    const podAntiAffinity = { requiredDuringSchedulingIgnoredDuringExecution: [term] };
    const options = { owner: 'db', spec: { affinity: { podAntiAffinity } } };
    for (const name of ['a', 'b', 'c', 'd']) bed.create(recordedPod(name, options));
    expect(new Set(['a', 'b', 'c'].map((name) => bed.nodeOf(name))).size).toBe(3);
    expect(bed.facts('SchedulingFailed')[0]?.message).toContain(
      "3 node(s) didn't match pod anti-affinity rules.",
    );
  });

  it('schedules a thousand pods over a hundred nodes evenly', () => {
    const many = Array.from({ length: 100 }, (_, index) => recordedNode(`node-${index}`));
    const bed = new SchedulerBed(many);
    bed.replicaSet('web');
    const pods = Array.from({ length: 1000 }, (_, index) => `pod-${index}`);
    bed.act(() => {
      for (const name of pods) bed.api.put('pods', recordedPod(name, { owner: 'web' }));
    });
    bed.run(10);
    const counts = new Map<string, number>();
    for (const name of pods) {
      const node = bed.nodeOf(name);
      counts.set(node, (counts.get(node) ?? 0) + 1);
    }
    expect(counts.size).toBe(100);
    expect(Math.max(...counts.values()) - Math.min(...counts.values())).toBeLessThanOrEqual(2);
  });
});

describe('a pod that took the name of another one', () => {
  it('is scheduled though a broken watch brings both as one update', () => {
    const bed = new SchedulerBed([recordedNode('node-1')]);
    bed.create(recordedPod('db-0', { requests: { cpu: '1500m' } }));
    const { metadata, spec } = recordedPod('db-0', { requests: { cpu: '1500m' } });
    // The one before it still counts until then: there is no room for both.
    bed.create({ apiVersion: 'v1', kind: 'Pod', metadata: { ...metadata, uid: 'other' }, spec });
    expect(bed.facts('PodBound').map(({ pod }) => pod)).toEqual(['default/db-0', 'default/db-0']);
    expect(bed.nodeOf('db-0')).toBe('node-1');
  });
});
