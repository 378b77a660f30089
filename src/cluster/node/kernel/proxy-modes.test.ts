/** The same packets in the three modes of kube-proxy: where they go, and what they pay. */
import { describe, expect, it } from 'vitest';
import type { Namespace } from './namespace.ts';
import { answerTo, packetText } from './packet.ts';
import { NetworkBed } from './testing.fixture.ts';
import { type Walk, walkPacket } from './walk.ts';

const modes = ['iptables', 'nftables', 'ipvs'] as const;
type Mode = (typeof modes)[number];

const bedOf = (mode: Mode, nodes = 2): NetworkBed => new NetworkBed(nodes, 'vxlan', 1, mode);

const tcp = (from: Namespace, ip: string, port = 80, source = 40_000): Walk =>
  walkPacket(from, {
    protocol: 'tcp',
    source: { ip: from.sourceFor(ip), port: source },
    destination: { ip, port },
  });

const arrival = ({ outcome }: Walk): string =>
  outcome.end === 'delivered' ? packetText(outcome.packet) : outcome.end;

const spec = { clusterIP: '10.96.0.50', ports: [{ port: 80 }] };

describe.each(modes)('kube-proxy in the mode %s', (mode) => {
  it('sends a pod to an endpoint and brings the answer back', () => {
    const bed = bedOf(mode);
    const [client, server] = [bed.pod(1, 2), bed.pod(2, 7)];
    bed.service('web', spec, [{ ip: server.address, port: 8080, node: 'node-2' }]);
    const walk = tcp(client, '10.96.0.50');
    expect(arrival(walk)).toBe('tcp 10.244.0.2:40000 > 10.244.1.7:8080');
    if (walk.outcome.end !== 'delivered') return;
    const back = walkPacket(server, answerTo(walk.outcome.packet));
    expect(arrival(back)).toBe('tcp 10.96.0.50:80 > 10.244.0.2:40000');
  });

  it('reaches every endpoint sooner or later', () => {
    const bed = bedOf(mode);
    const servers = [3, 4, 5].map((last) => bed.pod(1, last));
    const client = bed.pod(1, 2);
    bed.service(
      'web',
      spec,
      servers.map(({ address }) => ({ ip: address, port: 80, node: 'node-1' })),
    );
    const arrived = new Set(
      Array.from({ length: 40 }, (_, n) => arrival(tcp(client, '10.96.0.50', 80, 41_000 + n))),
    );
    expect(new Set([...arrived].map((text) => text.split(' > ')[1])).size).toBe(3);
  });

  it('keeps a client with its endpoint when the service asks for it', () => {
    const bed = bedOf(mode);
    const servers = [3, 4, 5].map((last) => bed.pod(1, last));
    const client = bed.pod(1, 2);
    bed.service(
      'web',
      { ...spec, sessionAffinity: 'ClientIP' },
      servers.map(({ address }) => ({ ip: address, port: 80, node: 'node-1' })),
    );
    const arrived = Array.from({ length: 20 }, (_, n) =>
      arrival(tcp(client, '10.96.0.50', 80, 41_000 + n)),
    );
    expect(new Set(arrived.map((text) => text.split(' > ')[1])).size).toBe(1);
  });

  it('refuses at a service without endpoints', () => {
    const bed = bedOf(mode);
    bed.service('web', spec, []);
    expect(arrival(tcp(bed.pod(1, 2), '10.96.0.50'))).toBe('rejected');
  });

  it('gives a pod that reaches itself another source address', () => {
    const bed = bedOf(mode);
    const pod = bed.pod(1, 2);
    bed.service('web', spec, [{ ip: pod.address, port: 80, node: 'node-1' }]);
    expect(arrival(tcp(pod, '10.96.0.50'))).toMatch(/^tcp 10\.244\.0\.1:\d+ > 10\.244\.0\.2:80$/);
  });

  it('takes a node port of another node and comes back through it', () => {
    const bed = bedOf(mode, 3);
    const [client, server] = [bed.pod(1, 2), bed.pod(3, 2)];
    const ports = [{ port: 80, nodePort: 30_080 }];
    const nodePort = { type: 'NodePort', clusterIP: '10.96.0.50', ports } as const;
    bed.service('web', nodePort, [{ ip: server.address, port: 80, node: 'node-3' }]);
    const walk = tcp(client, '172.30.0.12', 30_080);
    expect(arrival(walk)).toMatch(/^tcp 10\.244\.1\.0:\d+ > 10\.244\.2\.2:80$/);
    if (walk.outcome.end !== 'delivered') return;
    const back = walkPacket(server, answerTo(walk.outcome.packet));
    expect(arrival(back)).toBe('tcp 172.30.0.12:30080 > 10.244.0.2:40000');
  });

  it('serves the node itself', () => {
    const bed = bedOf(mode);
    const server = bed.pod(2, 7);
    bed.service('web', spec, [{ ip: server.address, port: 80, node: 'node-2' }]);
    const walk = tcp(bed.kernel(1).host, '10.96.0.50');
    expect(arrival(walk)).toMatch(/> 10\.244\.1\.7:80$/);
    if (walk.outcome.end !== 'delivered') return;
    const back = walkPacket(server, answerTo(walk.outcome.packet));
    expect(back.outcome).toMatchObject({ end: 'delivered', namespace: bed.kernel(1).host });
  });
});

describe('the rules that the first packet of a connection pays for', () => {
  /** How many are looked at, when its service is the last of so many. */
  function examined(mode: Mode, services: number): number {
    const bed = bedOf(mode, 1);
    const [client, server] = [bed.pod(1, 2), bed.pod(1, 3)];
    const ip = (n: number): string => `10.96.${Math.floor(n / 250)}.${1 + (n % 250)}`;
    for (const proxier of bed.proxiers) {
      for (let n = 0; n < services; n++) {
        bed.tell(proxier, `web-${n}`, { clusterIP: ip(n), ports: [{ port: 80 }] }, [
          { ip: server.address, port: 80, node: 'node-1' },
        ]);
      }
    }
    bed.sync();
    const walk = tcp(client, ip(services - 1));
    expect(arrival(walk)).toMatch(/> 10\.244\.0\.3:80$/);
    expect(walk.hops.at(-1)?.params['examined']).toBe(String(walk.examined));
    return walk.examined;
  }

  it('grow with the services in iptables mode, and not in the other two', () => {
    const table = Object.fromEntries(
      modes.map((mode) => [mode, [10, 1000, 10_000].map((count) => examined(mode, count))]),
    );
    expect(table).toEqual({
      iptables: [29, 1019, 10_019],
      nftables: [18, 18, 18],
      ipvs: [18, 18, 18],
    });
  });
});
