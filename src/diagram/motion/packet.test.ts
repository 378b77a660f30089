import { describe, expect, it } from 'vitest';
import { createDeploymentFacts } from '#player/create-deployment.fixture';
import { TraceLog } from '#player/trace-log';
import type { Fact } from '#trace/facts';
import { compactLayout } from '../layout/compact-layout.ts';
import type { ClusterLayout } from '../layout/layout.ts';
import { wideLayout } from '../layout/wide-layout.ts';
import type { PacketHop } from './packet.ts';
import { packetMotionOf } from './packet.ts';

const nodes = ['node-1', 'node-2', 'node-3'];
const wide = wideLayout(nodes);
const before = createDeploymentFacts();
const first = before.length + 1;

/** A request from outside by a load balancer to node-3, and on to a Pod of node-1. */
const way = [
  ['person/kernel', 'routed', '172.30.255.1:80'],
  ['person/kernel', 'balanced', '172.30.255.1:80'],
  ['node-3/kernel', 'translated', '10.244.0.3:80'],
  ['node-3/kernel', 'routed', '10.244.0.3:80'],
  ['node-1/kernel', 'received', '10.244.0.3:80'],
] as const;

function logOfPacket(last: PacketHop['hop'] = 'received') {
  const log = new TraceLog();
  const hops = way.map(([component, hop, to], index) => ({
    ...{ type: 'PacketHop', id: first + index, at: 5e7 + index, cause: first - 1, component },
    ...{ hop: index === way.length - 1 ? last : hop, packet: index === 0 ? 0 : first },
    ...{ namespace: 'host', addresses: `tcp 172.30.0.1:36018 > ${to}`, rules: [], params: {} },
  }));
  log.append([...before, ...(hops as unknown as Fact[])]);
  return log;
}

function at(index: number, travel: number, layout: ClusterLayout = wide, log = logOfPacket()) {
  const hop = log.fact(first + index) as PacketHop;
  const from = log.sceneAt(first + Math.max(0, index - 1));
  return packetMotionOf(log, from, log.sceneAt(hop.id), hop, travel, layout)!;
}

describe('a packet between machines', () => {
  it('leaves at the foot of the room of the person who sends it', () => {
    const { at: place, lit, balancer } = at(0, 1);
    expect(place.y).toBeGreaterThan(wide.rooms.get('kubectl')!.y);
    expect([lit, balancer]).toEqual(['', undefined]);
  });

  it('passes a load balancer, which stands on its way and in no room', () => {
    const { balancer, lit } = at(1, 1);
    const { x, y, height } = wide.rooms.get('kubectl')!;
    expect(balancer!.x).toBe(x);
    expect(balancer!.y).toBeGreaterThan(y + height);
    expect(balancer!.y).toBeLessThan(wide.rooms.get('kube-controller-manager')!.y);
    expect(lit).not.toBe('');
  });

  it('arrives at the node, by the left margin, with the addresses that it has after the hop', () => {
    const halfWay = at(2, 0.5);
    const there = at(2, 1);
    const node = wide.rooms.get('node-3')!;
    expect(there.lit).toMatch(new RegExp(`L${(node.x + 26).toFixed(1)} ${node.y}$`));
    expect(there.lit.length).toBeGreaterThan(halfWay.lit.length);
    expect([there.protocol, there.addresses]).toEqual(['tcp', '172.30.0.1:36018 > 10.244.0.3:80']);
  });

  it('goes from node to node above them', () => {
    const { lit } = at(4, 1);
    expect(lit).toMatch(new RegExp(`L${wide.rooms.get('node-1')!.x + 26} `));
  });

  it('stays on the map with its ticket, and shows on a phone where it goes', () => {
    const compact = compactLayout(nodes);
    for (const layout of [wide, compact]) {
      for (const index of way.keys()) {
        const { x } = at(index, 1, layout).at;
        expect(x).toBeGreaterThan(100);
        expect(x).toBeLessThan(layout.width - 100);
      }
    }
    expect(at(2, 1, compact).addresses).toBe('> 10.244.0.3:80');
  });

  it('ends with the sign of a failure where nobody answers it', () => {
    const log = logOfPacket('unanswered');
    expect(at(4, 0.5, wide, log).lost).toBe(false);
    expect(at(4, 1, wide, log).lost).toBe(true);
  });
});
