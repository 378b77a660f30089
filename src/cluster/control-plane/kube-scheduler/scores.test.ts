import { describe, expect, it } from 'vitest';
import { recordedNode, recordedPod, SchedulerBed } from './testing/scheduler-bed.ts';

const threeNodes = ['node-1', 'node-2', 'node-3'].map((name) => recordedNode(name));

/** The line of one node: a pod without requests leaves out NodeResourcesBalancedAllocation. */
const line = (total: number, fit: number, spread: number): string =>
  `${total} TaintToleration=300 NodeResourcesFit=${fit} PodTopologySpread=${spread} ` +
  'DynamicResources=0 ImageLocality=0';

const alone = (total: number, fit: number, balance?: number): string =>
  [
    `${total} TaintToleration=300 NodeResourcesFit=${fit} DynamicResources=0`,
    ...(balance === undefined ? [] : [`NodeResourcesBalancedAllocation=${balance}`]),
    'ImageLocality=0',
  ].join(' ');

describe('scores of a real v1.36 cluster', () => {
  it('spread three replicas over three empty nodes', () => {
    const bed = new SchedulerBed(threeNodes);
    bed.replicaSet('nginx');
    for (const name of ['a', 'b', 'c']) bed.create(recordedPod(name, { owner: 'nginx' }));
    const [empty, used] = [line(597, 97, 200), line(494, 94, 100)];
    expect(bed.scores('a')).toEqual({ 'node-1': empty, 'node-2': empty, 'node-3': empty });
    expect(bed.scores('b')).toEqual({ 'node-1': used, 'node-2': empty, 'node-3': empty });
    expect(bed.scores('c')).toEqual({ 'node-1': used, 'node-2': used, 'node-3': empty });
    expect(['a', 'b', 'c'].map((name) => bed.nodeOf(name))).toEqual(['node-1', 'node-2', 'node-3']);
  });

  it('count a fourth and fifth replica the way scaling up showed', () => {
    const bed = new SchedulerBed(threeNodes);
    bed.replicaSet('web');
    for (const name of ['a', 'b', 'c', 'd', 'e']) bed.create(recordedPod(name, { owner: 'web' }));
    const one = line(594, 94, 200);
    expect(bed.scores('d')).toEqual({ 'node-1': one, 'node-2': one, 'node-3': one });
    expect(bed.scores('e')).toEqual({
      'node-1': line(551, 91, 160),
      'node-2': one,
      'node-3': one,
    });
    expect(bed.nodeOf('e')).toBe('node-2');
  });

  it('leave a tainted node out of the spread', () => {
    const bed = new SchedulerBed(threeNodes);
    bed.replicaSet('web');
    for (const name of ['a', 'b', 'c']) bed.create(recordedPod(name, { owner: 'web' }));
    const taints = [{ key: 'walk', value: 'on', effect: 'NoSchedule' as const }];
    bed.act(() => bed.api.put('nodes', recordedNode('node-1', { taints })));
    bed.run(0.1);
    for (const name of ['d', 'e', 'f']) bed.create(recordedPod(name, { owner: 'web' }));
    expect(bed.scores('d')).toEqual({ 'node-2': line(594, 94, 200), 'node-3': line(594, 94, 200) });
    expect(bed.scores('e')).toEqual({ 'node-2': line(511, 91, 120), 'node-3': line(594, 94, 200) });
    expect(bed.scores('f')).toEqual({ 'node-2': line(591, 91, 200), 'node-3': line(591, 91, 200) });
    expect(['d', 'e', 'f'].map((name) => bed.nodeOf(name))).toEqual(['node-2', 'node-3', 'node-2']);
  });

  it('balance cpu against memory for pods with requests only', () => {
    const bed = new SchedulerBed(threeNodes);
    bed.create(recordedPod('guaranteed', { requests: { cpu: '200m', memory: '64Mi' } }));
    bed.create(recordedPod('burstable', { requests: { cpu: '100m', memory: '32Mi' } }));
    bed.create(recordedPod('besteffort'));
    const first = alone(466, 94, 72);
    expect(bed.scores('guaranteed')).toEqual({
      'node-1': first,
      'node-2': first,
      'node-3': first,
    });
    expect(bed.scores('burstable')).toEqual({
      'node-1': alone(465, 92, 73),
      'node-2': alone(470, 97, 73),
      'node-3': alone(470, 97, 73),
    });
    expect(bed.scores('besteffort')).toEqual({
      'node-1': alone(391, 91),
      'node-2': alone(394, 94),
      'node-3': alone(397, 97),
    });
  });
});
