import { describe, expect, it } from 'vitest';
import { failureMessage, notHelpful, noVictims } from '../../../testing/failure-message.fixture.ts';
import { asking, nodeWith, placed, running } from '../../../testing/placement.fixture.ts';
import { recordedNode, recordedPod, SchedulerBed } from '../../../testing/scheduler-bed.ts';

const one = [nodeWith('node-1')];

describe('NodeResourcesFit', () => {
  it('names all that is short', () => {
    expect(placed(one, asking({ cpu: '9', memory: '900Gi', 'example.com/gpu': '1' }))).toContain(
      '0/1 nodes are available: 1 Insufficient cpu, 1 Insufficient example.com/gpu, ' +
        '1 Insufficient memory. ',
    );
  });

  it('counts requests, to the last one that fits', () => {
    const old = [running('old', 'node-1', asking({ cpu: '1500m' }))];
    expect(placed(one, asking({ cpu: '500m' }), old)).toBe('node-1');
    expect(placed(one, asking({ cpu: '501m' }), old)).toContain('1 Insufficient cpu. ');
  });

  it('takes for init containers the most that one of them asks for, not their sum', () => {
    const init = ['a', 'b'].map((name) => ({
      name,
      image: 'busybox',
      resources: { requests: { cpu: '1500m' } },
    }));
    expect(placed(one, { ...asking({ cpu: '1' }), initContainers: init })).toBe('node-1');
  });

  it('counts pods, whatever they ask for', () => {
    const small = [
      nodeWith('node-1', { status: { allocatable: { cpu: '2', memory: '1Gi', pods: '1' } } }),
    ];
    expect(placed(small, {}, [running('old', 'node-1')])).toContain('1 Too many pods. ');
  });

  it('says that preemption helps nobody who asks for more than the node has', () => {
    const old = [running('old', 'node-1', asking({ cpu: '2' }))];
    expect(placed(one, asking({ cpu: '3' }), old)).toContain('Preemption is not helpful');
    expect(placed(one, asking({ cpu: '2' }), old)).toContain('No preemption victims found');
  });
});

describe('a pod that asks for more than is left', () => {
  it('is told of every resource that is short, more than the node ever has', () => {
    const much = { cpu: '9', memory: '900Gi', 'ephemeral-storage': '1Ti', 'example.com/gpu': '1' };
    const short = ['cpu', 'ephemeral-storage', 'example.com/gpu', 'memory'];
    const reasons = short.map((name) => `1 Insufficient ${name}`).join(', ');
    expect(failureMessage(asking(much))).toBe(`0/1 nodes are available: ${reasons}. ${notHelpful}`);
  });

  it('is told of resources in use that preemption would not free', () => {
    const running = [recordedPod('old', { requests: { cpu: '1500m', memory: '23Gi' } })];
    expect(failureMessage(asking({ cpu: '1', memory: '1Gi' }), { running })).toBe(
      `0/1 nodes are available: 1 Insufficient cpu, 1 Insufficient memory. ${noVictims}`,
    );
  });

  it('is told of too many pods', () => {
    const status = { allocatable: { cpu: '2', memory: '24Gi', pods: '1' } };
    expect(failureMessage({}, { status, running: [recordedPod('old')] })).toBe(
      `0/1 nodes are available: 1 Too many pods. ${noVictims}`,
    );
  });

  it('fits nowhere for want of local storage', () => {
    const bed = new SchedulerBed([recordedNode('node-1')]);
    bed.create(recordedPod('new', { requests: { 'ephemeral-storage': '1Ti' } }), 1);
    expect(bed.failure('new')).toBe(
      '0/1 nodes are available: 1 Insufficient ephemeral-storage. ' +
        'no new claims to deallocate, preemption: 0/1 nodes are available: ' +
        '1 Preemption is not helpful for scheduling.',
    );
  });
});
