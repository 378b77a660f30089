/**
 * Takes one packet through the base chains of nftables at one hook.
 *
 * Models nft_do_chain: rules in order; a verdict of a map ends or continues elsewhere. In: a packet
 * inside the host. Out: the verdict, and the rules that matched as `nft monitor trace` names them.
 */
import { rangeHolds } from '#base/ipv4';
import type {
  NftExpression,
  NftField,
  NftHook,
  NftRule,
  NftVerdict,
} from '#cluster/node/os/nftables';
import { splitAddress } from '../packet.ts';
import type { NftTableState } from './nft-tables.ts';
import { nftRuleText } from './nft-text.ts';
import type { PacketInHost, TraversalContext, Verdict } from './traverse.ts';

/** A chain's end: what happens to the packet, or that the chain had nothing to say. */
type End = Verdict | undefined;

interface Traversal {
  readonly context: TraversalContext;
  readonly table: NftTableState;
  readonly subject: PacketInHost;
  readonly rules: string[];
}

/**
 * The base chains of one type and hook, in the order of their priorities; `before`: only those with
 * a lower priority than this, `from`: only the others.
 */
export function traverseNft(
  context: TraversalContext,
  hook: NftHook,
  type: 'filter' | 'nat',
  priorities: { readonly before?: number; readonly from?: number },
  subject: PacketInHost,
  rules: string[],
): Verdict {
  for (const table of context.nftables.all) {
    const chains = table
      .chainNames()
      .flatMap((name) => {
        const base = table.chain(name)?.base;
        return base?.type === type && base.hook === hook ? [{ name, at: base.priority }] : [];
      })
      .filter(({ at }) => at < (priorities.before ?? Number.POSITIVE_INFINITY))
      .filter(({ at }) => at >= (priorities.from ?? Number.NEGATIVE_INFINITY))
      .sort((a, b) => a.at - b.at);
    for (const { name } of chains) {
      const end = walkChain({ context, table, subject, rules }, name);
      if (end !== undefined && end !== 'ACCEPT') return end;
    }
  }
  return 'ACCEPT';
}

function walkChain(traversal: Traversal, name: string): End {
  const { table, subject, rules } = traversal;
  for (const rule of table.chain(name)?.rules ?? []) {
    subject.examined++;
    const position = rules.length;
    const done = runRule(traversal, name, rule);
    if (done === 'no match' || done === 'next') continue;
    if (typeof done === 'object') {
      const end = walkChain(traversal, done.chain);
      if (end !== undefined || done.how === 'goto') return end;
      // A chain in which nothing matched is left out of the fact.
      if (rules.length === position + 1) rules.pop();
      continue;
    }
    return done;
  }
  return undefined;
}

type Done =
  | 'no match'
  | 'next'
  | Verdict
  | { readonly how: 'goto' | 'jump'; readonly chain: string };

function runRule(traversal: Traversal, chain: string, rule: NftRule): Done {
  const { rules, table } = traversal;
  const text = `ip ${table.name} ${chain} rule ${nftRuleText(rule)}`;
  let done: Done = 'next';
  for (const part of rule.expressions) {
    const result = runExpression(traversal, part);
    if (result === false) return 'no match';
    if (result === true) continue;
    done = result;
    break;
  }
  const verdict = typeof done === 'object' ? ` (verdict ${done.how} ${done.chain})` : '';
  rules.push(`${text}${verdict}`);
  return done;
}

/** Whether a condition holds; or what a statement decides. */
function runExpression(traversal: Traversal, part: NftExpression): boolean | Exclude<Done, 'next'> {
  const { subject, context, table } = traversal;
  const { packet } = subject;
  if ('ct' in part) return part.ct === 'state new' ? subject.state === 'NEW' : subject.isDnat;
  if ('address' in part) {
    const { ip } = part.address === 'ip saddr' ? packet.source : packet.destination;
    return part.in.some((range) => rangeHolds(range, ip)) !== (part.not === true);
  }
  if ('fib' in part) {
    return context.isLocal(part.fib === 'saddr' ? packet.source.ip : packet.destination.ip);
  }
  if ('l4proto' in part) return packet.protocol === part.l4proto;
  if ('hasMark' in part) return (subject.mark & part.hasMark) !== 0;
  if ('orMark' in part) {
    subject.mark |= part.orMark;
    return true;
  }
  if ('xorMark' in part) {
    subject.mark ^= part.xorMark;
    return true;
  }
  if ('set' in part) return isElement(traversal, part.fields, part.set);
  if ('vmap' in part) {
    const verdict = table.element(part.vmap, keyOf(part.fields, packet))?.verdict;
    return verdict === undefined ? false : doneBy(verdict);
  }
  if ('verdict' in part) return doneBy(part.verdict);
  if ('masquerade' in part) return 'MASQUERADE';
  if ('remember' in part) {
    context.recent.set(part.remember, packet.source.ip, context.now);
    return true;
  }
  if ('anyVerdict' in part) {
    const chosen = part.anyVerdict[context.prng.nextInt(part.anyVerdict.length)];
    return chosen === undefined ? false : doneBy(chosen);
  }
  const to =
    'dnat' in part ? part.dnat : part.dnatToAny[context.prng.nextInt(part.dnatToAny.length)];
  if (to === undefined) return false;
  subject.packet = { ...packet, destination: splitAddress(to) };
  return 'ACCEPT';
}

function isElement(
  { table, subject, context }: Traversal,
  fields: readonly NftField[],
  set: string,
): boolean {
  const seconds = table.set(set)?.timeoutSeconds;
  if (seconds === undefined) return table.element(set, keyOf(fields, subject.packet)) !== undefined;
  return context.recent.check(set, subject.packet.source.ip, seconds, context.now);
}

function keyOf(fields: readonly NftField[], packet: PacketInHost['packet']): string {
  const { source, destination, protocol } = packet;
  const values: Readonly<Record<NftField, string>> = {
    'ip saddr': source.ip,
    'ip daddr': destination.ip,
    'meta l4proto': protocol,
    'th dport': String(destination.port),
  };
  return fields.map((field) => values[field]).join(' . ');
}

function doneBy(verdict: NftVerdict): Exclude<Done, 'next' | 'no match'> {
  if (verdict === 'drop') return 'DROP';
  if (verdict === 'reject') return 'REJECT';
  const [how, chain = ''] = verdict.split(' ');
  return { how: how === 'goto' ? 'goto' : 'jump', chain };
}
