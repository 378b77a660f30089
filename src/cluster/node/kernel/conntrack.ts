/**
 * The connections that passed a host, and which addresses they go by on either side.
 *
 * Models netfilter's connection tracking and NAT: the first packet of a connection makes an entry;
 * further ones, and the answers, are translated by it without asking the rules again.
 */
import type { SimTime } from '#base/sim-time';
import { second } from '#base/sim-time';
import { answerTo, type Packet, packetText } from './packet.ts';

export interface ConntrackEntry {
  /** The first packet as it came. */
  readonly original: Packet;
  /** The same packet as it left, with the addresses that were put in. An answer is its reverse. */
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
/** How many entries are kept before the idle ones are looked for. */
const sweepAbove = 4096;

export class Conntrack {
  readonly #entries = new Map<string, ConntrackEntry>();

  get entries(): readonly ConntrackEntry[] {
    return [...new Set(this.#entries.values())];
  }

  /** The entry of a packet, and whether the packet goes the way of the first or of the answers. */
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

  /** Whether another connection already comes back under this translation. */
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
