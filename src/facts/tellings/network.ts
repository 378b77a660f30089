/** The tellings of the network: who knows a name, and what becomes of a packet. */
import type { FactOf } from '#trace/facts';
import type { Anchor, Telling } from '../telling.ts';
import { nodeOf } from '../words.ts';
import { outerRoom, podOnNode, roomFor } from './anchors.ts';
import { literal, type StoryId, telling } from './compose.ts';
import { asStored, listWords, podParam } from './objects.ts';
import type { TellingRun } from './telling-run.ts';

interface Place {
  /** `namespace/name` */
  readonly pod: string;
  readonly node: string;
}

/** The Pod with an address; a Pod in its node's network has none of its own. */
function podAt(ip: string, run: TellingRun): Place | undefined {
  for (const key of run.keysOf('pods')) {
    const { spec, status, metadata } = asStored(run.stored(key));
    if (status?.podIP !== ip || status.phase !== 'Running') continue;
    return { pod: `${metadata?.namespace}/${metadata?.name}`, node: spec?.nodeName ?? '' };
  }
  return undefined;
}

/** `10.244.0.3:80` of `tcp 10.244.2.3:36652 > 10.244.0.3:80`. */
const destinationOf = (addresses: string): string => addresses.split(' > ').at(-1) ?? '';

const ipOf = (address: string): string => address.slice(0, address.lastIndexOf(':'));

/** CoreDNS answers a question, or knows no such name. Of another failure its code says all. */
export function ofDns(fact: FactOf<'DnsAnswered'>, run: TellingRun): Telling | undefined {
  const { name, rcode, records, server } = fact;
  const unknown = rcode === 'NXDOMAIN';
  if (!unknown && (rcode !== 'NOERROR' || records.length === 0)) return undefined;
  const runs = podAt(server, run);
  const dns = runs === undefined ? outerRoom(fact.component) : podOnNode(runs.node, runs.pod);
  return telling({
    line: unknown ? 'story.dns.unknown.line' : 'story.dns.line',
    why: unknown ? 'story.dns.unknown.why' : 'story.dns.why',
    whatIf: unknown ? undefined : 'story.dns.if',
    help: unknown ? 'story.dns.unknown.help' : undefined,
    params: {
      name,
      rcode,
      address: listWords(records.map((record) => record.split(' ')[1] ?? '')),
    },
    anchors: { dns },
    cast: [runs?.node ?? dns],
    changed: [literal(`${name} ${unknown ? rcode : records.join(', ')}`, unknown ? ' ' : '+')],
    terms: [],
  });
}

type Hop = FactOf<'PacketHop'>;

/** Whether the rules that matched are those of kube-proxy, whichever way it writes them. */
const isOfService = ({ rules, params }: Hop): boolean =>
  params['by'] === 'ipvs' || rules.some((rule) => /\bKUBE-|\bkube-proxy\b/.test(rule));

/** Felix writes a chain for each NetworkPolicy and each Pod that one selects. */
const isOfPolicy = ({ rules }: Hop): boolean => rules.some((rule) => /\bcali-/.test(rule));

/** A packet gets another address, or comes to its end without an answer. */
export function ofPacketHop(fact: Hop, run: TellingRun): Telling | undefined {
  const to = destinationOf(fact.addresses);
  switch (fact.hop) {
    case 'translated':
      return ofTranslation(fact, run);
    case 'rejected':
      return toldEnd(fact, 'story.rejected.line', isOfService(fact) ? 'rejected.service' : '');
    case 'dropped':
      return fact.params['by'] === undefined
        ? toldEnd(fact, 'story.dropped.line', isOfPolicy(fact) ? 'dropped.policy' : '')
        : toldEnd(fact, 'story.lost.line', '');
    case 'unanswered':
      return toldEnd(fact, 'story.unanswered.line', '', ipOf(to));
    default:
      return undefined;
  }
}

function ofTranslation(fact: Hop, run: TellingRun): Telling {
  const to = destinationOf(fact.addresses);
  const node = nodeOf(fact.component);
  const found = podAt(ipOf(to), run);
  const ofService = isOfService(fact);
  const before = run.causeOf(fact);
  const target = found === undefined ? node : podOnNode(found.node, found.pod);
  return telling({
    line: found === undefined ? 'story.nat.line' : 'story.nat.pod.line',
    why: ofService ? 'story.nat.service.why' : undefined,
    whatIf: ofService ? 'story.nat.service.if' : undefined,
    params: { node, to, pod: found === undefined ? '' : podParam(found.pod, run) },
    anchors: { node, to: target },
    cast: [...new Set([node, found?.node ?? node])],
    changed: [
      ...(before?.type === 'PacketHop' ? [literal(before.addresses, '-')] : []),
      literal(fact.addresses, '+'),
    ],
    terms: ['service'],
  });
}

type Ending = 'rejected.service' | 'dropped.policy' | '';

function toldEnd(fact: Hop, line: StoryId, ending: Ending, to?: string): Telling {
  const person = fact.component === 'person/kernel';
  const room: Anchor = person ? roomFor('person') : outerRoom(fact.component);
  return telling({
    line,
    why: ending === '' ? undefined : `story.${ending}.why`,
    help: ending === '' ? undefined : `story.${ending}.help`,
    params: { node: nodeOf(fact.component), to: to ?? destinationOf(fact.addresses) },
    anchors: { node: room },
    cast: [room],
    changed: [literal(fact.addresses, '-')],
    terms: [],
  });
}
