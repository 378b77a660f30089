import { describe, expect, it } from 'vitest';
import { createPrng } from '#base/prng';
import type { Netfilter } from '#cluster/node/os/netfilter';
import { NetworkBed, type ServiceEndpoint } from './testing.fixture.ts';
import { walkPacket } from './walk.ts';

/** How likely each destination is at the end of a chain, by its rules alone. */
function chances(netfilter: Netfilter, chain: string, share: number, into: Map<string, number>) {
  let left = share;
  for (const { matches, target } of netfilter.chain('nat', chain) ?? []) {
    if (target === undefined) continue;
    if ('dnat' in target) into.set(target.dnat, (into.get(target.dnat) ?? 0) + left);
    if (!('jump' in target) || target.jump === 'KUBE-MARK-MASQ') continue;
    const chance = matches.find((match) => match.match === 'statistic');
    const part = left * (chance?.probability ?? 1);
    chances(netfilter, target.jump, part, into);
    left -= part;
  }
  return into;
}

describe('any service with any endpoints', () => {
  const prng = createPrng(7);
  const cases = Array.from({ length: 25 }, (_, n) => n);

  it.each(cases)('is reached at a ready endpoint, each as often as the others (%i)', (n) => {
    const bed = new NetworkBed(3, prng.nextInt(2) === 0 ? 'vxlan' : 'host-gw', n + 1);
    const port = 1 + prng.nextInt(60_000);
    const clusterIP = `10.96.${prng.nextInt(256)}.${1 + prng.nextInt(254)}`;
    const endpoints: ServiceEndpoint[] = [];
    for (let i = 0, count = prng.between(1, 12); i < count; i++) {
      const on = prng.between(1, 3);
      const { address: ip } = bed.pod(on, 10 + i);
      const ready = prng.nextInt(4) > 0;
      endpoints.push({ ip, port: prng.between(8000, 8002), ready, node: `node-${on}` });
    }
    bed.service('web', { clusterIP, ports: [{ port }] }, endpoints);
    const ready = endpoints
      .filter((one) => one.ready === true)
      .map((one) => `${one.ip}:${one.port}`)
      .sort();
    const home = prng.between(1, 3);
    const client = bed.pod(home, 9);
    const walk = (source: number) =>
      walkPacket(client, {
        protocol: 'tcp',
        source: { ip: client.address, port: source },
        destination: { ip: clusterIP, port },
      }).outcome;
    if (ready.length === 0) {
      expect(walk(40_000).end).toBe('rejected');
      return;
    }
    for (let packet = 0; packet < 40; packet++) {
      const outcome = walk(40_000 + packet);
      if (outcome.end !== 'delivered') throw new Error(outcome.end);
      const { ip, port: at } = outcome.packet.destination;
      expect(ready).toContain(`${ip}:${at}`);
    }
    const { netfilter } = bed.kernel(home);
    const chain = (netfilter.chain('nat', 'KUBE-SERVICES') ?? [])[0]?.target;
    const found = chances(netfilter, chain && 'jump' in chain ? chain.jump : '', 1, new Map());
    expect([...found.keys()].sort()).toEqual(ready);
    for (const share of found.values()) expect(share).toBeCloseTo(1 / ready.length, 6);
  });

  it('keeps a client with its endpoint while affinity lasts', () => {
    const bed = new NetworkBed(1);
    const endpoints = [3, 4, 5, 6].map((last) => ({ ip: bed.pod(1, last).address, port: 80 }));
    const spec = { clusterIP: '10.96.0.9', ports: [{ port: 80 }], sessionAffinity: 'ClientIP' };
    bed.service('web', { ...spec, sessionAffinity: 'ClientIP' }, endpoints);
    const client = bed.pod(1, 2);
    const servers = new Set<string>();
    for (let port = 40_000; port < 40_030; port++) {
      const source = { ip: client.address, port };
      const destination = { ip: '10.96.0.9', port: 80 };
      const { outcome } = walkPacket(client, { protocol: 'tcp', source, destination });
      if (outcome.end === 'delivered') servers.add(outcome.packet.destination.ip);
    }
    expect(servers.size).toBe(1);
  });
});
