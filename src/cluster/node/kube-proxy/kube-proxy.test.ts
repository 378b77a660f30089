import { describe, expect, it } from 'vitest';
import { NodeBed } from '#cluster/node/node-bed.fixture';

describe('kube-proxy in a mode that is not simulated', () => {
  it('says so and ends, instead of making other rules', () => {
    const bed = new NodeBed({}, { kubeProxyMode: 'ipvs' });
    expect(bed.events('IPVSDeprecation')).toEqual([
      'The ipvs proxier is now deprecated and may be removed in a future release.' +
        " Please use 'nftables' instead.",
    ]);
    expect(bed.facts('ComponentStopped')).toMatchObject([
      { component: 'node-1/kube-proxy', reason: expect.stringContaining('only iptables is') },
    ]);
  });
});
