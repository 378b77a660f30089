/**
 * Takes one packet through one chain: which rules match, and what they do to it.
 * Models ipt_do_table with the matches and targets of `netfilter.ts`.
 */
import { rangeHolds } from '#base/ipv4';
import type { Prng } from '#base/prng';
import { type SimTime, second } from '#base/sim-time';
import type { Match, Netfilter, PortRange, Rule, TableName } from '#cluster/node/os/netfilter';
import type { Packet } from '../packet.ts';
import type { NftTables } from './nft-tables.ts';
import { ruleText } from './rule-text.ts';

/** What rules may match on beside the packet. */
export interface TraversalContext {
  readonly netfilter: Netfilter;
  readonly nftables: NftTables;
  readonly prng: Prng;
  readonly now: SimTime;
  readonly recent: RecentLists;
  /** Whether an address is one of the host's own. */
  readonly isLocal: (ip: string) => boolean;
}

/** A packet inside the host, and what is decided so far. */
export interface PacketInHost {
  packet: Packet;
  mark: number;
  state: 'NEW' | 'ESTABLISHED';
  /** Its connection goes to another destination than the client asked for. */
  isDnat: boolean;
  /** How many rules were looked at so far, whether they matched or not. */
  examined: number;
  readonly inInterface: string;
  /** Empty before the routing decision. */
  outInterface: string;
}

export type Verdict = 'ACCEPT' | 'DROP' | 'REJECT' | 'MASQUERADE';

/** When each address was last seen, for `-m recent`. */
export class RecentLists {
  readonly #lists = new Map<string, Map<string, SimTime>>();

  set(name: string, ip: string, now: SimTime): void {
    const list = this.#lists.get(name) ?? new Map<string, SimTime>();
    list.set(ip, now);
    this.#lists.set(name, list);
  }

  /** Whether the address was seen within so many seconds; older ones are forgotten. */
  check(name: string, ip: string, seconds: number, now: SimTime): boolean {
    const list = this.#lists.get(name);
    const seen = list?.get(ip);
    if (seen === undefined) return false;
    if (now - seen <= seconds * second) return true;
    list?.delete(ip);
    return false;
  }
}

/** The chain's verdict, ACCEPT when no rule has one; `rules` gets the text of those that match. */
export function traverse(
  context: TraversalContext,
  table: TableName,
  chain: string,
  subject: PacketInHost,
  rules: string[],
): Verdict {
  return walkChain(context, table, chain, subject, rules) ?? 'ACCEPT';
}

function walkChain(
  context: TraversalContext,
  table: TableName,
  chain: string,
  subject: PacketInHost,
  rules: string[],
): Verdict | undefined {
  for (const rule of context.netfilter.chain(table, chain) ?? []) {
    subject.examined++;
    if (!ruleMatches(context, rule, subject)) continue;
    const { target } = rule;
    if (target === undefined) continue;
    if ('jump' in target) {
      const position = rules.length;
      rules.push(ruleText(chain, rule));
      const verdict = walkChain(context, table, target.jump, subject, rules);
      if (verdict !== undefined) return verdict;
      // A chain in which nothing matched is left out of the fact.
      if (rules.length === position + 1) rules.pop();
      continue;
    }
    rules.push(ruleText(chain, rule));
    if ('goto' in target) return walkChain(context, table, target.goto, subject, rules);
    if ('mark' in target) {
      subject.mark = (subject.mark & ~target.mask) ^ target.mark;
      continue;
    }
    if ('dnat' in target) {
      const [ip = '', port] = target.dnat.split(':');
      const { destination } = subject.packet;
      const to = { ip, port: port === undefined ? destination.port : Number(port) };
      subject.packet = { ...subject.packet, destination: to };
      return 'ACCEPT';
    }
    if ('masquerade' in target) return 'MASQUERADE';
    if (target.verdict === 'RETURN') return undefined;
    return target.verdict;
  }
  return undefined;
}

function ruleMatches(context: TraversalContext, rule: Rule, subject: PacketInHost): boolean {
  const { source, destination, protocol, inInterface, outInterface, matches } = rule;
  const { packet } = subject;
  if (protocol !== undefined && protocol !== packet.protocol) return false;
  if (source !== undefined) {
    if (rangeHolds(source.cidr, packet.source.ip) === (source.not === true)) return false;
  }
  if (destination !== undefined) {
    const holds = rangeHolds(destination.cidr, packet.destination.ip);
    if (holds === (destination.not === true)) return false;
  }
  if (inInterface !== undefined && !isNamed(inInterface, subject.inInterface)) return false;
  if (outInterface !== undefined) {
    const isOut = isNamed(outInterface.name, subject.outInterface);
    if (isOut === (outInterface.not === true)) return false;
  }
  return matches.every((match) => extensionMatches(context, match, subject));
}

function extensionMatches(
  { prng, now, recent, isLocal, netfilter }: TraversalContext,
  match: Match,
  { packet, mark, state }: PacketInHost,
): boolean {
  switch (match.match) {
    case 'comment':
      return true;
    case 'tcp':
    case 'udp':
    case 'sctp':
      return match.dport === undefined || match.dport === packet.destination.port;
    case 'multiport':
      return match.dports.some((range) => portIn(range, packet.destination.port));
    case 'addrtype':
      return (
        (match.srcType === undefined || isLocal(packet.source.ip)) &&
        (match.dstType === undefined || isLocal(packet.destination.ip))
      );
    case 'mark':
      return ((mark & (match.mask ?? match.mark)) === match.mark) !== (match.not === true);
    case 'set':
      return setHolds(netfilter, match, packet);
    case 'conntrack':
      return match.states.includes(state) !== (match.not === true);
    case 'statistic':
      return prng.nextFloat() < match.probability;
    case 'recent':
      if ('set' in match) {
        recent.set(match.name, packet.source.ip, now);
        return true;
      }
      return recent.check(match.name, packet.source.ip, match.rcheckSeconds, now);
  }
}

const isNamed = (pattern: string, device: string): boolean =>
  pattern.endsWith('+') ? device.startsWith(pattern.slice(0, -1)) : pattern === device;

const portIn = (range: PortRange, port: number): boolean =>
  typeof range === 'number' ? range === port : port >= range[0] && port <= range[1];

function setHolds(
  netfilter: Netfilter,
  { set, flags }: Extract<Match, { match: 'set' }>,
  { source, destination, protocol }: Packet,
): boolean {
  const found = netfilter.ipSet(set);
  if (found === undefined) return false;
  const { type, members } = found;
  const port = `${destination.ip},${protocol}:${destination.port}`;
  if (flags === 'dst,dst') return members.includes(port);
  if (flags === 'dst,dst,src') return members.includes(`${port},${source.ip}`);
  if (type === 'bitmap:port') return members.includes(String(destination.port));
  const { ip } = flags === 'src' ? source : destination;
  return members.some((member) => rangeHolds(member, ip));
}
