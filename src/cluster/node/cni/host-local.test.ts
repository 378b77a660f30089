import { describe, expect, it } from 'vitest';
import { NodeBed } from '#cluster/node/node-bed.fixture';
import { HostLocal } from './host-local.ts';

const lease = (n: number) => ({ containerId: `c${n}`, ifName: 'eth0' });

describe('host-local', () => {
  it('gives the first pod .2 and keeps .1 for the gateway', () => {
    const ipam = new HostLocal('10.244.1.0/24');
    expect(ipam.gateway).toBe('10.244.1.1');
    expect(ipam.allocate(lease(1))).toEqual({ ok: true, value: '10.244.1.2' });
  });

  it('goes on after the last address given, even when an earlier one is free', () => {
    const ipam = new HostLocal('10.244.1.0/24');
    for (const n of [1, 2, 3]) ipam.allocate(lease(n));
    expect(ipam.release(lease(1))).toEqual(['10.244.1.2']);
    expect(ipam.allocate(lease(4))).toEqual({ ok: true, value: '10.244.1.5' });
  });

  it('comes round to freed addresses, and fails when there is none', () => {
    const ipam = new HostLocal('10.244.1.0/29');
    for (const n of [1, 2, 3, 4, 5]) expect(ipam.allocate(lease(n)).ok).toBe(true);
    expect(ipam.allocate(lease(6))).toEqual({
      ok: false,
      error:
        'failed to allocate for range 0: no IP addresses available in range set: ' +
        '10.244.1.1-10.244.1.6',
    });
    ipam.release(lease(3));
    expect(ipam.allocate(lease(7))).toEqual({ ok: true, value: '10.244.1.4' });
    expect(ipam.leases.get('10.244.1.4')).toEqual(lease(7));
  });
});

describe('a node whose pod range is used up', () => {
  const bed = new NodeBed({ podCIDR: '10.244.0.0/30' });
  for (const name of ['a', 'b', 'c']) bed.pod(name, {});
  bed.wait(10);

  it('cannot make a sandbox', () => {
    bed.expectTold([
      /Failed to create pod sandbox: .+ failed to setup network for sandbox "[0-9a-f]{64}"/,
      'plugin type="bridge" failed (add): ',
      /failed to allocate for range 0: no IP addresses available in range set: 10.244.0.1/,
    ]);
  });
});
