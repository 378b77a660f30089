import { describe, expect, it } from 'vitest';
import { NetworkBed } from '#cluster/node/kernel/testing.fixture';
import { node } from '#scenarios/clusters';
import { BridgeNetwork } from './bridge-network.ts';
import type { CniArgs } from './plugin.ts';

function bed(podCIDR = '10.244.0.0/24') {
  const network = new NetworkBed(1);
  const kernel = network.kernel(1);
  const cni = new BridgeNetwork(network.env, {
    node: { ...node(1), podCIDR },
    host: { links: kernel, netfilter: kernel.netfilter, clusterCIDR: '10.244.0.0/16' },
  });
  return { network, kernel, cni };
}

const args = (n: number, portMappings: CniArgs['portMappings'] = []): CniArgs => ({
  containerId: `container-${n}`,
  netns: `/var/run/netns/cni-${n}`,
  ifName: 'eth0',
  podNamespace: 'default',
  podName: `pod-${n}`,
  podUid: `uid-${n}`,
  portMappings,
});

describe('ADD and DEL', () => {
  it('connect a namespace to the bridge and take it off again', () => {
    const { network, kernel, cni } = bed();
    const added = network.run(cni.add(args(1)));
    expect(added.ok && added.value.ips[0]?.address).toBe('10.244.0.2/24');
    expect(kernel.namespace('/var/run/netns/cni-1')?.address).toBe('10.244.0.2');
    expect(kernel.podAt('10.244.0.2')?.name).toBe('default/pod-1');
    network.run(cni.del(args(1)));
    expect(kernel.podAt('10.244.0.2')).toBeUndefined();
    expect(network.run(cni.del(args(1))).ok).toBe(true);
  });

  it('fail when every address is given out', () => {
    const { network, cni } = bed('10.244.0.0/30');
    expect(network.run(cni.add(args(1))).ok).toBe(true);
    expect(network.run(cni.add(args(2)))).toEqual({
      ok: false,
      error: {
        code: 100,
        message:
          'plugin type="bridge" failed (add): failed to allocate for range 0: ' +
          'no IP addresses available in range set: 10.244.0.1-10.244.0.2',
      },
    });
  });

  it('lead ports of the node to the pod, and no longer when it is gone', () => {
    const { network, kernel, cni } = bed();
    const ports = [{ protocol: 'TCP', containerPort: 80, hostPort: 8080 }];
    network.run(cni.add(args(1, ports)));
    const nat = () => kernel.tables.save('nat').filter((line) => line.startsWith('-A CNI'));
    expect(nat().at(-1)).toMatch(
      /^-A CNI-HOSTPORT-SETMARK -m comment --comment "CNI portfwd masquerade mark" -j MARK/,
    );
    expect(
      nat().some((line) => line.includes('--dport 8080 -j DNAT --to-destination 10.244.0.2:80')),
    ).toBe(true);
    expect(
      nat().some((line) => line.includes(String.raw`dnat name: \"bridge\" id: \"container-1\"`)),
    ).toBe(true);
    network.run(cni.del(args(1, ports)));
    expect(nat().some((line) => line.includes('8080'))).toBe(false);
  });

  it('begin anew after the machine was off, with the leases that are on disk', () => {
    const { network, kernel, cni } = bed();
    network.run(cni.add(args(1)));
    network.begin();
    kernel.powerLost();
    cni.powerLost();
    expect(kernel.tables.save('nat')).toHaveLength(4);
    const added = network.run(cni.add(args(2)));
    expect(added.ok && added.value.ips[0]?.address).toBe('10.244.0.3/24');
    expect(kernel.tables.save('nat').some((line) => line.includes('FLANNEL-POSTRTG'))).toBe(true);
  });
});
