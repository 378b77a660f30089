import { expect, it } from 'vitest';
import type { NodeInventory } from '#cluster/machine/node-inventory';
import { commit, evidenceOf, pod } from '../facts.fixture.ts';
import { nothingIsLeftOfGonePods } from './leftovers.ts';

const uid = '0a1b2c3d-0000-4000-8000-00000000000a';
const bare: NodeInventory = {
  ...{ node: 'node-1', sandboxes: [], containers: [], cgroups: [], namespaces: [] },
  ...{ leases: [], paths: [], nat: [] },
};
const lease = { address: '10.244.0.2', sandbox: 's1' };
const found: readonly Partial<NodeInventory>[] = [
  { sandboxes: [{ id: 's1', podUid: uid }] },
  { containers: [{ id: 'c1', podUid: uid }] },
  { cgroups: [`/node-1/kubepods/burstable/pod${uid.replaceAll('-', '_')}`] },
  { paths: [`/var/lib/kubelet/pods/${uid}/etc-hosts`] },
  { namespaces: [{ pod: 'default/web', address: '10.244.0.2' }] },
];

it('a machine has nothing of a Pod that is gone', () => {
  for (const what of found) {
    const nodes = [{ ...bare, ...what }];
    expect(nothingIsLeftOfGonePods({ ...evidenceOf([]), nodes })?.message).toMatch(
      / is left on node-1$/,
    );
    const there = pod('web', { uid, spec: { nodeName: 'node-1' } });
    const evidence = evidenceOf([commit(1, '/registry/pods/default/web', there)]);
    expect(nothingIsLeftOfGonePods({ ...evidence, nodes })).toBeUndefined();
  }
});

it('an address belongs to a sandbox', () => {
  const left = nothingIsLeftOfGonePods({
    ...evidenceOf([]),
    nodes: [{ ...bare, leases: [lease] }],
  });
  expect(left?.message).toBe('the address 10.244.0.2 of s1 is left on node-1');
});
