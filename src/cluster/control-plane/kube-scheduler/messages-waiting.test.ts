/** What holds a pod back before it is tried, and words that a single plugin has for a node. */
import { describe, expect, it } from 'vitest';
import { ok } from '#base/result';
import { Nominator } from './backend/queue/nominator.ts';
import { CycleState } from './framework/cycle-state.ts';
import type { Plugin } from './framework/interface.ts';
import { nodeName } from './framework/plugins/node-name/node-name.ts';
import { Framework } from './framework/runtime/framework.ts';
import { NodeInfo } from './framework/types/node-info.ts';
import { podInfoOf } from './framework/types/pod-info.ts';
import { recordedNode, recordedPod, SchedulerBed } from './testing/scheduler-bed.ts';

const gates = (bed: SchedulerBed, name: string) =>
  bed.facts('PodQueued').flatMap(({ pod, gate }) => {
    return pod === `default/${name}` && gate !== undefined ? [gate] : [];
  });

describe('a pod is held back', () => {
  it('while it has scheduling gates, all of which are named', () => {
    const bed = new SchedulerBed([recordedNode('node-1')]);
    const schedulingGates = [{ name: 'quota' }, { name: 'example.com/license' }];
    bed.create(recordedPod('gated', { spec: { schedulingGates } }), 1);
    expect(gates(bed, 'gated')).toEqual([
      'waiting for scheduling gates: [quota example.com/license]',
    ]);
    expect(bed.failure('gated')).toBe('');
  });

  it('while the pods that it displaces are still being deleted', () => {
    const bed = new SchedulerBed([recordedNode('node-1')]);
    const low = { spec: { priority: 1 }, requests: { cpu: '700m' } };
    bed.create(recordedPod('a', low));
    bed.create(recordedPod('b', low));
    const urgent = { spec: { priority: 1000 }, requests: { cpu: '2' } };
    const api = bed.api;
    const patched = () => api.writes.some(({ url }) => /pods\/[ab]\/status/.test(url));
    bed.create(recordedPod('urgent', urgent), 0);
    for (let i = 0; i < 1000 && !patched(); i++) bed.run(0.001);
    // Something frees room before the deletions are done: too early to try again.
    bed.act(() => api.put('nodes', recordedNode('node-2')));
    bed.run(1);
    expect(gates(bed, 'urgent')).toContain(
      'waiting for the preemption for this pod to be finished',
    );
  });

  it('for good when it is being deleted', () => {
    const bed = new SchedulerBed([recordedNode('node-1', { unschedulable: true })]);
    bed.create(recordedPod('leaving'), 3);
    const pod = recordedPod('leaving');
    const deletionTimestamp = '2026-01-01T00:00:05Z';
    bed.act(() =>
      bed.api.put('pods', { ...pod, metadata: { ...pod.metadata, deletionTimestamp } }),
    );
    bed.act(() => bed.api.put('nodes', recordedNode('node-1')));
    bed.run(2);
    expect(bed.nodeOf('leaving')).toBe('');
    expect(
      bed.facts('EventRecorded').map(({ reason, message }) => [reason, message]),
    ).toContainEqual(['FailedScheduling', 'skip schedule deleting pod: default/leaving']);
  });
});

describe('a pod fits nowhere', () => {
  it('for want of local storage', () => {
    const bed = new SchedulerBed([recordedNode('node-1')]);
    bed.create(recordedPod('new', { requests: { 'ephemeral-storage': '1Ti' } }), 1);
    expect(bed.failure('new')).toBe(
      '0/1 nodes are available: 1 Insufficient ephemeral-storage. ' +
        'no new claims to deallocate, preemption: 0/1 nodes are available: ' +
        '1 Preemption is not helpful for scheduling.',
    );
  });

  it('but on the node that its spec names', () => {
    const node = new NodeInfo('node-1');
    const here = podInfoOf(recordedPod('here', { spec: { nodeName: 'node-1' } }));
    const elsewhere = podInfoOf(recordedPod('new', { spec: { nodeName: 'node-2' } }));
    expect(nodeName.filter?.(new CycleState(), here, node)).toBeUndefined();
    expect(nodeName.filter?.(new CycleState(), elsewhere, node)).toMatchObject({
      code: 'UnschedulableAndUnresolvable',
      reasons: ["node(s) didn't match the requested node name"],
    });
  });

  it('when two plugins leave it nodes that have none in common', () => {
    const only = (name: string, node: string): Plugin => ({
      name,
      preFilter: () => ({ nodeNames: new Set([node]) }),
    });
    const plugins = [only('NodeAffinity', 'node-1'), only('VolumeBinding', 'node-2')];
    const entries = plugins.map((plugin) => ({ plugin, weight: 0 }));
    const framework = new Framework('default-scheduler', new Nominator(), entries);
    const run = framework.runPreFilter(new CycleState(), podInfoOf(recordedPod('new')), []);
    expect(run.status?.reasons).toEqual([
      "node(s) didn't satisfy plugin(s) [NodeAffinity VolumeBinding] simultaneously",
    ]);
  });
});

describe('a pod whose binding fails', () => {
  it('is told that the scheduler failed, not that nothing fits', () => {
    const bed = new SchedulerBed([recordedNode('node-1')]);
    const answer = bed.api.roundTrip.bind(bed.api);
    bed.api.roundTrip = function* (request) {
      if (!request.url.endsWith('/binding')) return yield* answer(request);
      const message = 'etcdserver: request timed out';
      const body = { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', code: 500 };
      return ok({ code: 500, headers: {}, body: { ...body, reason: 'InternalError', message } });
    };
    bed.create(recordedPod('new'), 1);
    const text = 'running Bind plugin "DefaultBinder": etcdserver: request timed out';
    const patch = bed.api.writes.find(({ url }) => url.includes('/pods/new/status'));
    expect(patch?.body).toMatchObject({
      status: {
        conditions: [{ type: 'PodScheduled', reason: 'SchedulerError', message: text }],
      },
    });
    expect(bed.failure('new')).toBe(text);
  });
});
