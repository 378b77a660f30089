import { describe, expect, it } from 'vitest';
import { defined } from '#base/defined';
import { nodeWith } from '../../../testing/placement.fixture.ts';
import { recordedPod } from '../../../testing/scheduler-bed.ts';
import { CycleState } from '../../cycle-state.ts';
import { NodeInfo } from '../../types/node-info.ts';
import { podInfoOf } from '../../types/pod-info.ts';
import { nodeName } from './node-name.ts';

const filter = (wanted: string | undefined, name: string) => {
  const node = new NodeInfo(name);
  node.setNode(nodeWith(name), new Map());
  const spec = defined({ nodeName: wanted });
  return nodeName.filter?.(new CycleState(), podInfoOf(recordedPod('new', { spec })), node);
};

describe('NodeName', () => {
  it('lets a pod that names no node onto every node', () => {
    expect(filter(undefined, 'node-1')).toBeUndefined();
    expect(filter('', 'node-1')).toBeUndefined();
  });

  it('lets a pod that names a node onto that node alone, and preemption cannot help', () => {
    expect(filter('node-1', 'node-1')).toBeUndefined();
    expect(filter('node-1', 'node-2')).toMatchObject({
      code: 'UnschedulableAndUnresolvable',
      reasons: ["node(s) didn't match the requested node name"],
    });
  });
});

describe('a pod whose spec names a node', () => {
  it('fits on no other', () => {
    const node = new NodeInfo('node-1');
    const here = podInfoOf(recordedPod('here', { spec: { nodeName: 'node-1' } }));
    const elsewhere = podInfoOf(recordedPod('new', { spec: { nodeName: 'node-2' } }));
    expect(nodeName.filter?.(new CycleState(), here, node)).toBeUndefined();
    expect(nodeName.filter?.(new CycleState(), elsewhere, node)).toMatchObject({
      code: 'UnschedulableAndUnresolvable',
      reasons: ["node(s) didn't match the requested node name"],
    });
  });
});
