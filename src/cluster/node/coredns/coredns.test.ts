import { expect, it } from 'vitest';
import { ClusterBed } from '#cluster/cluster-bed.fixture';
import { clusterOf } from '#scenarios/clusters';

it('starts again after it was killed while it waited for the API server', () => {
  const bed = new ClusterBed({ ...clusterOf(1), dns: 'coredns' });
  bed.host('stop_component apiserver');
  // Once killed it starts again at once, and waits; the second time it ends while it waits.
  for (const pause of [5, 30]) {
    bed.host('end_process coredns');
    bed.wait(pause);
  }
  bed.host('start_component apiserver');
  bed.wait(120);
  const logged = bed.facts('ContainerLogged').map(({ text }) => text);
  expect(logged.filter((text) => text.includes('address already in use'))).toEqual([]);
  expect(bed.run('get deployment coredns -n kube-system')).toMatch(/coredns +2\/2/);
});
