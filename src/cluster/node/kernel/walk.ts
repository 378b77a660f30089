/**
 * The path of one packet, hop by hop, until it reaches a socket or is lost.
 *
 * Models Linux: routes of the namespace, the bridge, connection tracking, the nat and filter tables
 * at their hooks, masquerading, flannel's vxlan between nodes. In: a namespace and a packet. Out:
 * the hops with the rules that matched, and where it ended. Takes no time by itself: `delay` is how
 * long the path takes.
 */

import { defined } from '#base/defined';
import { rangeHolds } from '#base/ipv4';
import type { Duration } from '#base/sim-time';
import type { PacketHop } from '#trace/facts/network';
import { bridgeDevice, overlayDevice, uplinkDevice } from './devices.ts';
import { traverseNft } from './netfilter/nft-traverse.ts';
import { type PacketInHost, traverse, type Verdict } from './netfilter/traverse.ts';
import type { Balancer, NetworkHost, Route, SocketNamespace } from './network-host.ts';
import { answerTo, type Packet, splitAddress } from './packet.ts';

type HopKind = PacketHop['hop'];

export interface Hop {
  readonly kernel: NetworkHost;
  /** `host`, or `namespace/name` of a pod. */
  readonly namespace: string;
  readonly hop: HopKind;
  readonly packet: Packet;
  readonly rules: readonly string[];
  readonly params: Readonly<Record<string, string>>;
  /** How long the packet took to this hop. */
  readonly after: Duration;
}

export type Outcome =
  | { readonly end: 'delivered'; readonly namespace: SocketNamespace; readonly packet: Packet }
  /** At a machine that is no node. */
  | { readonly end: 'outside'; readonly ports: ReadonlySet<number>; readonly packet: Packet }
  /** An ICMP error comes back: a rule rejects, or no machine has the address. */
  | { readonly end: 'rejected' | 'unreachable' }
  | { readonly end: 'lost' };

export interface Walk {
  readonly hops: readonly Hop[];
  readonly outcome: Outcome;
  readonly delay: Duration;
  /** How many rules were looked at for it, on every host. */
  readonly examined: number;
  /** Its time to live; each host that forwards takes one off. */
  readonly ttl: number;
}

/** In microseconds: through the stack of one host, and over the wire between two. */
const hostTime = { base: 18, jitter: 22 };
const wireTime = { base: 110, jitter: 90 };
const timeToLive = 64;
/** Chains before this priority see a packet before its destination is translated. */
const natPriority = -100;
const hooks = {
  PREROUTING: 'prerouting',
  INPUT: 'input',
  FORWARD: 'forward',
  OUTPUT: 'output',
} as const;
const vni = 1;
const vxlanPort = 8472;

export const walkPacket = (from: SocketNamespace, packet: Packet): Walk =>
  new PacketWalk().walk(from, packet);

/** A packet inside a host, with the translation that connection tracking will apply. */
interface Passage {
  readonly kernel: NetworkHost;
  readonly subject: PacketInHost;
  /** As it arrived, before any translation. */
  readonly original: Packet;
  /** The source it leaves with, from an existing entry. */
  readonly known: Packet['source'] | undefined;
  /** A filter before the translation has ended it. */
  readonly refused?: Outcome;
}

class PacketWalk {
  readonly #hops: Hop[] = [];
  #delay = 0;
  #examined = 0;
  #timeToLive = timeToLive;

  walk(from: SocketNamespace, packet: Packet): Walk {
    const { link } = from;
    const outcome =
      link === undefined ? this.#leaveHost(from.kernel, packet) : this.#leavePod(from, packet);
    const examined = this.#examined;
    const last = this.#hops.pop();
    if (last !== undefined) {
      const params = { ...last.params, ...(examined > 0 && { examined: String(examined) }) };
      this.#hops.push({ ...last, params });
    }
    return { hops: this.#hops, outcome, delay: this.#delay, examined, ttl: this.#timeToLive };
  }

  #leavePod(from: SocketNamespace, packet: Packet): Outcome {
    const { kernel, link } = from;
    const { ip } = packet.destination;
    this.#passHost(kernel);
    if (link === undefined || ip === from.address || ip.startsWith('127.')) {
      return this.#receive(from, packet, 'lo');
    }
    const isRouted = link.routed === true;
    const isOnLink = !isRouted && rangeHolds(link.subnet, ip) && ip !== link.gateway;
    const route = isOnLink ? link.subnet : 'default';
    const via = isOnLink ? ip : link.gateway;
    this.#add(kernel, from.name, 'routed', packet, { route, via, device: 'eth0' });
    if (isOnLink) return this.#throughBridge(kernel, packet, link.hostInterface);
    return this.#enterHost(kernel, packet, isRouted ? link.hostInterface : bridgeDevice);
  }

  /** To another port of the bridge by MAC address, if a namespace there answers for the address. */
  #throughBridge(kernel: NetworkHost, packet: Packet, from: string): Outcome {
    const pod = kernel.podAt(packet.destination.ip);
    if (pod?.link === undefined) {
      const who = packet.destination.ip;
      this.#add(kernel, 'host', 'unanswered', packet, { device: bridgeDevice, arp: who });
      return { end: 'unreachable' };
    }
    const { hostInterface: to, mac } = pod.link;
    this.#add(kernel, 'host', 'bridged', packet, { bridge: bridgeDevice, from, to, mac });
    return this.#receive(pod, packet, 'eth0');
  }

  #receive(namespace: SocketNamespace, packet: Packet, device: string): Outcome {
    this.#add(namespace.kernel, namespace.name, 'received', packet, { device });
    return { end: 'delivered', namespace, packet };
  }

  /** Arrives from outside the host's own namespace: PREROUTING, then the routing decision. */
  #enterHost(kernel: NetworkHost, packet: Packet, device: string): Outcome {
    this.#passHost(kernel);
    const passage = this.#translateFirst(kernel, packet, 'PREROUTING', device);
    if (passage.refused !== undefined) return passage.refused;
    const route = kernel.route(passage.subject.packet.destination.ip);
    if (route.to === 'local') return this.#deliverToHost(passage);
    passage.subject.outInterface = route.device;
    if (--this.#timeToLive <= 0) return { end: 'lost' };
    return this.#filter(passage, 'FORWARD') ?? this.#send(passage, route);
  }

  /** Sent by a process of the host: OUTPUT. */
  #leaveHost(kernel: NetworkHost, packet: Packet): Outcome {
    this.#passHost(kernel);
    const passage = this.#translateFirst(kernel, packet, 'OUTPUT', '');
    if (passage.refused !== undefined) return passage.refused;
    const route = kernel.route(passage.subject.packet.destination.ip);
    passage.subject.outInterface = route.device;
    const refused = this.#filter(passage, 'OUTPUT');
    if (refused !== undefined) return refused;
    if (route.to === 'local') return this.#loadBalance(passage) ?? this.#deliverToHost(passage);
    return this.#send(passage, route);
  }

  #deliverToHost(passage: Passage): Outcome {
    const { kernel, subject } = passage;
    const refused = this.#filter(passage, 'INPUT') ?? this.#loadBalance(passage);
    if (refused !== undefined) return refused;
    this.#translateLast(passage, 'lo');
    return this.#receive(kernel.host, subject.packet, 'lo');
  }

  /** A new connection to a virtual server of IPVS leaves the host again, to a real server. */
  #loadBalance(passage: Passage): Outcome | undefined {
    const { kernel, subject, known } = passage;
    if (known !== undefined) return undefined;
    const real = kernel.ipvs.schedule(subject.packet, kernel.env.sim.now);
    if (real === undefined) return undefined;
    if (real === 'none') {
      this.#add(kernel, 'host', 'rejected', subject.packet, { by: 'ipvs' });
      return { end: 'rejected' };
    }
    subject.packet = { ...subject.packet, destination: splitAddress(real) };
    subject.isDnat = true;
    this.#add(kernel, 'host', 'translated', subject.packet, { by: 'ipvs', scheduler: 'rr' });
    const route = kernel.route(subject.packet.destination.ip);
    subject.outInterface = route.device;
    const refused = this.#filter(passage, 'OUTPUT');
    if (refused !== undefined) return refused;
    if (route.to !== 'local') return this.#send(passage, route);
    this.#translateLast(passage, 'lo');
    return this.#receive(kernel.host, subject.packet, 'lo');
  }

  /** Destination NAT: from the connection's entry, or from the rules for a new connection. */
  #translateFirst(
    kernel: NetworkHost,
    packet: Packet,
    chain: 'PREROUTING' | 'OUTPUT',
    inInterface: string,
  ): Passage {
    const found = kernel.conntrack.find(packet, kernel.env.sim.now);
    const state = found === undefined ? 'NEW' : 'ESTABLISHED';
    const subject: PacketInHost = {
      ...{ packet, mark: 0, state, isDnat: false, examined: 0 },
      ...{ inInterface, outInterface: '' },
    };
    const base = { kernel, subject, original: packet };
    const refused = this.#filterFirst(kernel, subject, chain);
    if (refused !== undefined) return { ...base, known: undefined, refused };
    if (found === undefined) {
      this.#destinationNat(kernel, subject, chain);
      return { ...base, known: undefined };
    }
    const { entry, isAnswer } = found;
    const after = isAnswer ? answerTo(entry.original) : entry.translated;
    const isSame = after.destination.ip === packet.destination.ip;
    subject.packet = { ...packet, destination: after.destination };
    if (!isSame) this.#add(kernel, 'host', 'translated', subject.packet, { by: 'conntrack' });
    return { ...base, known: after.source };
  }

  /** Filter chains of nftables that see the destination which the client asked for. */
  #filterFirst(
    kernel: NetworkHost,
    subject: PacketInHost,
    chain: 'PREROUTING' | 'OUTPUT',
  ): Outcome | undefined {
    const rules: string[] = [];
    const before = subject.examined;
    const at = { before: natPriority };
    const verdict = traverseNft(kernel.traversal, hooks[chain], 'filter', at, subject, rules);
    this.#examined += subject.examined - before;
    if (verdict !== 'DROP') return undefined;
    this.#addRules(kernel, 'dropped', subject.packet, 'filter', chain, rules);
    return { end: 'lost' };
  }

  /** For the first packet of a connection: iptables, then nftables unless that decided. */
  #destinationNat(
    kernel: NetworkHost,
    subject: PacketInHost,
    chain: 'PREROUTING' | 'OUTPUT',
  ): void {
    const rules: string[] = [];
    const { packet } = subject;
    const before = subject.examined;
    traverse(kernel.traversal, 'nat', chain, subject, rules);
    if (subject.packet === packet) {
      traverseNft(kernel.traversal, hooks[chain], 'nat', {}, subject, rules);
    }
    this.#examined += subject.examined - before;
    subject.isDnat = subject.packet !== packet;
    const kind = subject.isDnat ? 'translated' : 'filtered';
    if (rules.length > 0) this.#addRules(kernel, kind, subject.packet, 'nat', chain, rules);
  }

  /** How the packet ends here, unless the filter accepts it. */
  #filter(
    { kernel, subject }: Passage,
    chain: 'INPUT' | 'FORWARD' | 'OUTPUT',
  ): Outcome | undefined {
    const rules: string[] = [];
    const before = subject.examined;
    let verdict: Verdict = traverse(kernel.traversal, 'filter', chain, subject, rules);
    if (verdict === 'ACCEPT') {
      const at = { from: natPriority };
      verdict = traverseNft(kernel.traversal, hooks[chain], 'filter', at, subject, rules);
    }
    this.#examined += subject.examined - before;
    if (verdict === 'DROP' || verdict === 'REJECT') {
      const kind = verdict === 'DROP' ? 'dropped' : 'rejected';
      this.#addRules(kernel, kind, subject.packet, 'filter', chain, rules);
      return { end: verdict === 'DROP' ? 'lost' : 'rejected' };
    }
    if (rules.length > 0) {
      this.#addRules(kernel, 'filtered', subject.packet, 'filter', chain, rules);
    }
    return undefined;
  }

  /** POSTROUTING, then out of the device that the route names. */
  #send(passage: Passage, route: Exclude<Route, { to: 'local' }>): Outcome {
    const { kernel, subject } = passage;
    const { device } = route;
    const via = route.to === 'node-of-pod' ? route.node : undefined;
    const gateway = route.device === overlayDevice ? via?.vtepAddress : via?.address;
    this.#add(kernel, 'host', 'routed', subject.packet, {
      route: via?.podCIDR ?? routeText(kernel, route, subject.packet),
      device,
      ...defined({ via: gateway }),
    });
    this.#translateLast(passage, device);
    const { packet } = subject;
    if (route.to === 'pod') return this.#toPod(kernel, packet, device);
    if (via !== undefined) return this.#toNode(kernel, via, packet, device);
    const neighbour = kernel.wire.node(packet.destination.ip);
    if (neighbour !== undefined) return this.#toNode(kernel, neighbour, packet, uplinkDevice);
    return this.#toOutside(kernel, packet);
  }

  /** Into the pod's own cable, or onto the bridge. */
  #toPod(kernel: NetworkHost, packet: Packet, device: string): Outcome {
    const pod = kernel.podAt(packet.destination.ip);
    const isRouted = pod?.link?.routed === true;
    return pod !== undefined && isRouted
      ? this.#receive(pod, packet, 'eth0')
      : this.#throughBridge(kernel, packet, device);
  }

  /** Source NAT, and the entry for a new connection. */
  #translateLast({ kernel, subject, original, known }: Passage, device: string): void {
    const before = subject.packet;
    if (known !== undefined) {
      subject.packet = { ...before, source: known };
      if (known.ip !== before.source.ip) {
        this.#add(kernel, 'host', 'translated', subject.packet, { by: 'conntrack' });
      }
      return;
    }
    if (device !== 'lo') this.#postrouting(kernel, subject, device);
    kernel.conntrack.add(original, subject.packet, kernel.env.sim.now);
  }

  #postrouting(kernel: NetworkHost, subject: PacketInHost, device: string): void {
    const rules: string[] = [];
    const leaving: PacketInHost = { ...subject, outInterface: device, examined: 0 };
    let verdict = traverse(kernel.traversal, 'nat', 'POSTROUTING', leaving, rules);
    if (verdict === 'ACCEPT') {
      verdict = traverseNft(kernel.traversal, 'postrouting', 'nat', {}, leaving, rules);
    }
    this.#examined += leaving.examined;
    if (verdict !== 'MASQUERADE') {
      if (rules.length > 0) {
        this.#addRules(kernel, 'filtered', subject.packet, 'nat', 'POSTROUTING', rules);
      }
      return;
    }
    subject.packet = { ...subject.packet, source: freeSource(kernel, subject.packet, device) };
    this.#addRules(kernel, 'translated', subject.packet, 'nat', 'POSTROUTING', rules);
  }

  #toNode(from: NetworkHost, to: NetworkHost, packet: Packet, device: string): Outcome {
    const isTunnel = device === overlayDevice;
    if (isTunnel) {
      this.#add(from, 'host', 'encapsulated', packet, {
        device,
        vni: String(vni),
        outer: `udp ${from.address} > ${to.address}:${vxlanPort}`,
        arp: `${to.vtepAddress} is ${to.vtepMac}`,
        fdb: `${to.vtepMac} at ${to.address}`,
      });
    }
    const { prng } = from;
    this.#delay += wireTime.base + prng.nextInt(wireTime.jitter);
    if (!from.up || !to.up) {
      this.#add(from, 'host', 'dropped', packet, {
        by: 'cable',
        node: from.up ? to.node : from.node,
      });
      return { end: 'lost' };
    }
    if (!from.wire.carries(from.address, to.address)) {
      this.#add(from, 'host', 'dropped', packet, {
        by: 'partition',
        one: from.node,
        other: to.node,
      });
      return { end: 'lost' };
    }
    if (isTunnel) this.#add(to, 'host', 'decapsulated', packet, { device, vni: String(vni) });
    return this.#enterHost(to, packet, device);
  }

  #toOutside(kernel: NetworkHost, packet: Packet): Outcome {
    const { ip, port } = packet.destination;
    this.#delay += wireTime.base + kernel.prng.nextInt(wireTime.jitter);
    if (!kernel.up || !kernel.wire.carries(kernel.address, ip)) return { end: 'lost' };
    const ports = kernel.wire.outsider(ip);
    const machine = kernel.wire.machine(ip);
    if (machine !== undefined && ports?.has(port) !== true) {
      return this.#enterHost(machine, packet, uplinkDevice);
    }
    if (ports !== undefined) return { end: 'outside', ports, packet };
    const balancer = kernel.wire.balancer(ip);
    return balancer === undefined ? { end: 'lost' } : this.#balance(kernel, packet, balancer);
  }

  /** A node's own packet does not come back to it: its rules have had their say. */
  #balance(from: NetworkHost, packet: Packet, { ports, nodes }: Balancer): Outcome {
    const takes = ports.has(`${packet.protocol}/${packet.destination.port}`);
    const targets = takes && !nodes.includes(from.address) ? nodes : [];
    const target = from.wire.node(targets[from.prng.nextInt(targets.length)] ?? '');
    if (target === undefined) {
      this.#add(from, 'host', 'dropped', packet, { by: 'balancer' });
      return { end: 'lost' };
    }
    this.#add(from, 'host', 'balanced', packet, { to: target.node, nodes: nodes.join(' ') });
    return this.#toNode(from, target, packet, uplinkDevice);
  }

  #passHost({ prng }: NetworkHost): void {
    this.#delay += hostTime.base + prng.nextInt(hostTime.jitter);
  }

  #addRules(
    kernel: NetworkHost,
    kind: HopKind,
    packet: Packet,
    table: string,
    chain: string,
    rules: readonly string[],
  ): void {
    const params = { table, chain };
    const after = this.#delay;
    this.#hops.push({ kernel, namespace: 'host', hop: kind, packet, rules, params, after });
  }

  #add(
    kernel: NetworkHost,
    namespace: string,
    hop: HopKind,
    packet: Packet,
    params: Readonly<Record<string, string>>,
  ): void {
    this.#hops.push({ kernel, namespace, hop, packet, rules: [], params, after: this.#delay });
  }
}

/** The destination of the route that a packet for no other node takes. */
function routeText(kernel: NetworkHost, { to, device }: Route, { destination }: Packet): string {
  if (to !== 'pod') return 'default';
  return device === bridgeDevice ? kernel.podCIDR : destination.ip;
}

const firstPort = 1024;
const portCount = 64_512;

/** The device's address with a random port that no other connection uses. */
function freeSource(kernel: NetworkHost, packet: Packet, device: string): Packet['source'] {
  const ip = kernel.addressOf(device);
  for (;;) {
    const source = { ip, port: firstPort + kernel.prng.nextInt(portCount) };
    if (!kernel.conntrack.isTaken({ ...packet, source })) return source;
  }
}
