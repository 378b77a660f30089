import { describe, expect, it } from 'vitest';
import { NodeBed } from '#cluster/node/node-bed.fixture';

describe('a kubelet that watches its pods', () => {
  const bed = new NodeBed();
  bed.pod('gated', {}, { nodeName: undefined, schedulingGates: [{ name: 'later' }] });
  bed.wait(15);

  it('never hears of a pod whose scheduling is gated', () => {
    expect(bed.run('get pod gated -o yaml')).toContain(
      'message: Scheduling is blocked due to non-empty scheduling gates\n',
    );
    expect(bed.run('get pod gated')).toContain('SchedulingGated');
  });
});

describe('a kubelet that lists its pods again', () => {
  const bed = new NodeBed();
  bed.pod('web');
  bed.wait(10);
  const uid = (): string => bed.run('get pod web -o jsonpath={.metadata.uid}');
  const old = uid();
  bed.host('cut_node 1');
  bed.run('delete pod web --force --grace-period=0');
  bed.pod('web');
  // A restarted API server has no history of earlier changes: the watch cannot resume.
  bed.host('stop_component apiserver');
  bed.host('start_component apiserver');
  bed.wait(60);
  bed.host('mend_node 1');
  bed.wait(90);

  it('ends a pod that was replaced under its name, and runs the new one', () => {
    expect(uid()).not.toBe(old);
    expect(bed.status('web').phase).toBe('Running');
    const changes = bed.facts('PodConfigChanged').filter(({ pod }) => pod === 'default/web');
    expect(changes.slice(-10).find((change) => change.op === 'REMOVE')?.uid).toBe(old);
    expect(bed.simulation.cluster.machines[0]?.kernel.pods).toHaveLength(1);
  });
});
