/**
 * The connections through a host, with their addresses before and after translation.
 *
 * Models netfilter's connection tracking and NAT: the first packet of a connection makes an entry;
 * later packets and replies are translated by that entry, without the rules.
 */
import type { SimTime } from '#base/sim-time';
import { second } from '#base/sim-time';
import { answerTo, type Packet, packetText } from './packet.ts';

export interface ConntrackEntry {
  /** The first packet as it arrived. */
  readonly original: Packet;
  /** The same packet after translation. A reply has its source and destination swapped. */
  readonly translated: Packet;
  seenAt: SimTime;
}

/** Source: nf_conntrack_tcp_timeout_established and nf_conntrack_udp_timeout_stream. */
const timeouts = {
  tcp: 432_000 * second,
  udp: 120 * second,
  sctp: 120 * second,
  icmp: 30 * second,
};
/** At this many entries the idle ones are removed. */
const sweepAbove = 4096;

export class Conntrack {
  readonly #entries = new Map<string, ConntrackEntry>();

  get entries(): readonly ConntrackEntry[] {
    return [...new Set(this.#entries.values())];
  }

  /** The entry of a packet, and the packet's direction: as the first packet, or a reply. */
  find(
    packet: Packet,
    now: SimTime,
  ): { readonly entry: ConntrackEntry; readonly isAnswer: boolean } | undefined {
    const key = packetText(packet);
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    if (now - entry.seenAt > timeouts[packet.protocol]) {
      this.delete(entry);
      return undefined;
    }
    entry.seenAt = now;
    return { entry, isAnswer: packetText(entry.original) !== key };
  }

  add(original: Packet, translated: Packet, now: SimTime): ConntrackEntry {
    if (this.#entries.size > sweepAbove) this.#sweep(now);
    const entry: ConntrackEntry = { original, translated, seenAt: now };
    this.#entries.set(packetText(original), entry);
    this.#entries.set(packetText(answerTo(translated)), entry);
    return entry;
  }

  /** Whether replies of another connection already arrive with these addresses and ports. */
  isTaken(translated: Packet): boolean {
    return this.#entries.has(packetText(answerTo(translated)));
  }

  delete(entry: ConntrackEntry): void {
    this.#entries.delete(packetText(entry.original));
    this.#entries.delete(packetText(answerTo(entry.translated)));
  }

  clear(): void {
    this.#entries.clear();
  }

  #sweep(now: SimTime): void {
    for (const entry of this.entries) {
      if (now - entry.seenAt > timeouts[entry.original.protocol]) this.delete(entry);
    }
  }
}
