import { describe, expect, it } from 'vitest';
import { mapPorts } from '#cluster/node/cni/portmap';
import type { Namespace } from './namespace.ts';
import { answerTo, packetText } from './packet.ts';
import { NetworkBed } from './testing.fixture.ts';
import { type Walk, walkPacket } from './walk.ts';

const tcp = (from: Namespace, ip: string, port = 80): Walk =>
  walkPacket(from, {
    protocol: 'tcp',
    source: { ip: from.sourceFor(ip), port: 40_000 },
    destination: { ip, port },
  });

/** `node namespace hop` of each step, without the ones where nothing changed. */
const way = ({ hops }: Walk): readonly string[] =>
  hops
    .filter(({ hop }) => hop !== 'filtered')
    .map(({ kernel, namespace, hop }) => `${kernel.node} ${namespace} ${hop}`);

function arrival({ outcome }: Walk): string {
  return outcome.end === 'delivered' ? packetText(outcome.packet) : outcome.end;
}

describe('the way of a packet', () => {
  it('from pod to pod of one node leads over the bridge by MAC address', () => {
    const bed = new NetworkBed(1);
    const [a, b] = [bed.pod(1, 2), bed.pod(1, 3)];
    const walk = tcp(a, b.address);
    expect(way(walk)).toEqual([
      'node-1 default/pod-1-2 routed',
      'node-1 host bridged',
      'node-1 default/pod-1-3 received',
    ]);
    expect(arrival(walk)).toBe('tcp 10.244.0.2:40000 > 10.244.0.3:80');
  });

  it('from pod to pod of two nodes leads through the tunnel, and the source stays', () => {
    const bed = new NetworkBed(2);
    const [a, b] = [bed.pod(1, 2), bed.pod(2, 2)];
    const walk = tcp(a, b.address);
    expect(way(walk)).toEqual([
      'node-1 default/pod-1-2 routed',
      'node-1 host routed',
      'node-1 host encapsulated',
      'node-2 host decapsulated',
      'node-2 host routed',
      'node-2 host bridged',
      'node-2 default/pod-2-2 received',
    ]);
    expect(arrival(walk)).toBe('tcp 10.244.0.2:40000 > 10.244.1.2:80');
    const { params } = walk.hops.find(({ hop }) => hop === 'encapsulated') ?? {};
    expect(params).toMatchObject({ vni: '1', outer: 'udp 172.30.0.11 > 172.30.0.12:8472' });
    expect(params?.['fdb']).toBe(`${bed.kernel(2).vtepMac} at 172.30.0.12`);
  });

  it('needs no tunnel where nodes are gateways for each other', () => {
    const bed = new NetworkBed(2, 'host-gw');
    const walk = tcp(bed.pod(1, 2), bed.pod(2, 2).address);
    expect(way(walk)).not.toContain('node-1 host encapsulated');
    expect(arrival(walk)).toBe('tcp 10.244.0.2:40000 > 10.244.1.2:80');
  });

  it('to a service gets another destination, and the answer gets its own back', () => {
    const bed = new NetworkBed(2);
    const [client, server] = [bed.pod(1, 2), bed.pod(2, 7)];
    const spec = { clusterIP: '10.96.0.50', ports: [{ port: 80 }] };
    bed.service('web', spec, [{ ip: server.address, port: 8080, node: 'node-2' }]);
    const walk = tcp(client, '10.96.0.50');
    expect(arrival(walk)).toBe('tcp 10.244.0.2:40000 > 10.244.1.7:8080');
    if (walk.outcome.end !== 'delivered') return;
    const back = walkPacket(server, answerTo(walk.outcome.packet));
    expect(arrival(back)).toBe('tcp 10.96.0.50:80 > 10.244.0.2:40000');
  });

  it('names the rules that a packet for a service matched', () => {
    const bed = new NetworkBed(1);
    const [client, server] = [bed.pod(1, 2), bed.pod(1, 3)];
    const spec = { clusterIP: '10.96.0.50', ports: [{ port: 80 }] };
    bed.service('web', spec, [{ ip: server.address, port: 80 }]);
    const { rules = [] } =
      tcp(client, '10.96.0.50').hops.find(({ hop }) => hop === 'translated') ?? {};
    expect(rules.map((rule) => rule.split(' ')[1]?.replace(/-[A-Z0-9]{16}$/, ''))).toEqual([
      'PREROUTING',
      'KUBE-SERVICES',
      'KUBE-SVC',
      'KUBE-SEP',
    ]);
  });

  it('of a pod that reaches itself through a service gets the address of the bridge', () => {
    const bed = new NetworkBed(1);
    const pod = bed.pod(1, 2);
    const spec = { clusterIP: '10.96.0.50', ports: [{ port: 80 }] };
    bed.service('web', spec, [{ ip: pod.address, port: 80 }]);
    expect(arrival(tcp(pod, '10.96.0.50'))).toMatch(/^tcp 10\.244\.0\.1:\d+ > 10\.244\.0\.2:80$/);
  });

  it('to a node port of another node comes back through it', () => {
    const bed = new NetworkBed(3);
    const [client, server] = [bed.pod(1, 2), bed.pod(3, 2)];
    const ports = [{ port: 80, nodePort: 30_080 }];
    const spec = { type: 'NodePort', clusterIP: '10.96.0.50', ports } as const;
    bed.service('web', spec, [{ ip: server.address, port: 80, node: 'node-3' }]);
    const walk = tcp(client, '172.30.0.12', 30_080);
    expect(arrival(walk)).toMatch(/^tcp 10\.244\.1\.0:\d+ > 10\.244\.2\.2:80$/);
    if (walk.outcome.end !== 'delivered') return;
    const back = walkPacket(server, answerTo(walk.outcome.packet));
    expect(arrival(back)).toBe('tcp 172.30.0.12:30080 > 10.244.0.2:40000');
  });

  it('keeps the source with the local policy, and is dropped where no endpoint is', () => {
    const bed = new NetworkBed(3);
    const server = bed.pod(3, 2);
    const spec = {
      type: 'NodePort',
      clusterIP: '10.96.0.50',
      ports: [{ port: 80, nodePort: 30_080 }],
      externalTrafficPolicy: 'Local',
    } as const;
    bed.service('web', spec, [{ ip: server.address, port: 80, node: 'node-3' }]);
    const { host } = bed.kernel(1);
    expect(arrival(tcp(host, '172.30.0.13', 30_080))).toBe('tcp 172.30.0.11:40000 > 10.244.2.2:80');
    expect(arrival(tcp(host, '172.30.0.12', 30_080))).toBe('lost');
  });

  it('ends with a refusal at a service without endpoints, for pods and for the node', () => {
    const bed = new NetworkBed(1);
    const spec = { clusterIP: '10.96.0.50', ports: [{ port: 80 }] };
    bed.service('web', spec, []);
    expect(arrival(tcp(bed.pod(1, 2), '10.96.0.50'))).toBe('rejected');
    expect(arrival(tcp(bed.kernel(1).host, '10.96.0.50'))).toBe('rejected');
  });

  it('ends where nobody answers for the address', () => {
    const bed = new NetworkBed(2);
    const pod = bed.pod(1, 2);
    expect(arrival(tcp(pod, '10.244.0.99'))).toBe('unreachable');
    expect(arrival(tcp(pod, '10.244.1.99'))).toBe('unreachable');
    expect(arrival(tcp(pod, '192.0.2.1'))).toBe('lost');
  });

  it('ends at the cable of a node that is cut off', () => {
    const bed = new NetworkBed(2);
    const [a, b] = [bed.pod(1, 2), bed.pod(2, 2)];
    bed.up.set('node-2', false);
    expect(arrival(tcp(a, b.address))).toBe('lost');
  });

  it('to a port of the node leads to the pod that asked for it', () => {
    const bed = new NetworkBed(2);
    const [client, server] = [bed.pod(1, 2), bed.pod(2, 2)];
    bed.begin();
    mapPorts(bed.kernel(2).netfilter, {
      network: 'bridge',
      ip: server.address,
      subnet: '10.244.1.0/24',
      args: {
        containerId: 'c1',
        netns: '',
        ifName: 'eth0',
        podNamespace: 'default',
        podName: 'web',
        podUid: '',
        portMappings: [{ protocol: 'TCP', containerPort: 80, hostPort: 8080 }],
      },
    });
    expect(arrival(tcp(client, '172.30.0.12', 8080))).toMatch(/> 10\.244\.1\.2:80$/);
  });

  it('to a port of one address of the node does not lead to the pod at another one', () => {
    const bed = new NetworkBed(2);
    const [local, open] = [bed.pod(2, 2), bed.pod(2, 3)];
    bed.begin();
    const at = { protocol: 'TCP', containerPort: 80, hostPort: 8080 };
    for (const [pod, hostIp] of [
      [open, '172.30.0.12'],
      [local, '127.0.0.1'],
    ] as const) {
      mapPorts(bed.kernel(2).netfilter, {
        ...{ network: 'bridge', ip: pod.address, subnet: '10.244.1.0/24' },
        args: {
          ...{ containerId: hostIp, netns: '', ifName: 'eth0', podUid: '' },
          ...{ podNamespace: 'default', podName: 'web', portMappings: [{ ...at, hostIp }] },
        },
      });
    }
    expect(arrival(tcp(bed.pod(1, 2), '172.30.0.12', 8080))).toMatch(/> 10\.244\.1\.3:80$/);
  });
});
