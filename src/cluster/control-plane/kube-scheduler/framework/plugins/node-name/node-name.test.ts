import { describe, expect, it } from 'vitest';
import { recordedPod } from '../../../testing/scheduler-bed.ts';
import { CycleState } from '../../cycle-state.ts';
import { NodeInfo } from '../../types/node-info.ts';
import { podInfoOf } from '../../types/pod-info.ts';
import { nodeName } from './node-name.ts';

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
