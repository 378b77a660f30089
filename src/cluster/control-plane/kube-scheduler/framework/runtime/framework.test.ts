import { describe, expect, it } from 'vitest';
import { Nominator } from '../../backend/queue/nominator.ts';
import { recordedPod } from '../../testing/scheduler-bed.ts';
import { CycleState } from '../cycle-state.ts';
import type { Plugin } from '../interface.ts';
import { podInfoOf } from '../types/pod-info.ts';
import { Framework } from './framework.ts';

describe('a pod fits nowhere', () => {
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
