/** The tellings of the network: who knows a name, and what becomes of a packet. */
import type { FactOf } from '#trace/facts';
import { isWithinPod } from '../network.ts';
import type { Anchor, Telling } from '../telling.ts';
import { nameInKey, nodeOf } from '../words.ts';
import { outerRoom, podOnNode, roomFor, together } from './anchors.ts';
import { literal, type StoryId, telling } from './compose.ts';
import { asStored, listWords, numberWords, podParam } from './objects.ts';
import { all, type TellingRun } from './telling-run.ts';

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
  if (isWithinPod(fact)) return ofWithinPod(fact, run);
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

/** To a port of the same Pod: by a program of the Pod, or through a port that kubectl forwards. */
function ofWithinPod(fact: Hop, run: TellingRun): Telling {
  const node = nodeOf(fact.component);
  const { namespace: pod, addresses } = fact;
  const forwarded = run.causeOf(fact)?.component === 'kubectl';
  return telling({
    line: forwarded ? 'story.forwarded.line' : 'story.local.line',
    why: forwarded ? 'story.forwarded.why' : 'story.local.why',
    params: { pod: podParam(pod, run), to: destinationOf(addresses) },
    anchors: { api: 'kube-apiserver', kubelet: `${node}/kubelet`, pod: podOnNode(node, pod) },
    cast: forwarded ? ['kubectl', 'kube-apiserver', node] : [node],
    changed: [literal(addresses, '+')],
    terms: [],
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

/** The nodes whose rules one beat tells of, in the order of their names. */
const nodesOf = (facts: readonly { readonly component: string }[]): readonly string[] =>
  [...new Set(facts.map(({ component }) => nodeOf(component)))].sort();

/** Services that a line has room for. */
const namedServices = 3;

/** kube-proxy writes the rules of Services. */
export function ofRules(fact: FactOf<'ProxyRulesSynced'>, run: TellingRun): Telling | undefined {
  const { changed: services, full } = fact;
  const [service = ''] = services;
  if (!full && service === '') return undefined;
  const same = all(run.folded, 'ProxyRulesSynced').filter(
    (each) => each.full === full && each.changed.join() === services.join(),
  );
  const nodes = nodesOf([...same, fact]);
  const { spec } = asStored(run.stored(`services/${service}`));
  const known = services.length > 1 ? services.length : readyBehind(service, run);
  const n = full ? fact.services : known;
  const topicOf = () => {
    if (full) return 'full';
    if (services.length > 1) return 'many';
    if (spec === undefined) return 'gone';
    if (!/\d/.test(spec.clusterIP ?? '')) return 'nameless';
    return n === 0 ? 'none' : 'some';
  };
  const topic = topicOf();
  return telling({
    line: `story.rules.${topic}.line`,
    why: topic === 'nameless' ? 'story.rules.nameless.why' : 'story.nat.service.why',
    whatIf: topic === 'some' ? 'story.nat.service.if' : undefined,
    params: {
      nodes: listWords(nodes),
      service: nameInKey(service),
      services: services.slice(0, namedServices).map(nameInKey).join(', '),
      address: spec?.clusterIP ?? '',
      n,
      count: numberWords(n),
    },
    anchors: {
      nodes: together(nodes.map((node) => `${node}/kube-proxy`)),
      service: `etcd/services/${service}`,
    },
    cast: nodes,
    changed: services
      .slice(0, namedServices)
      .map((each) => literal(`KUBE-SERVICES: ${each}`, topic === 'gone' ? '-' : '+')),
    terms: ['kube-proxy', 'service'],
  });
}

interface Endpoint {
  readonly conditions?: { readonly ready?: boolean };
}

/** How many endpoints of a Service (`namespace/name`) are ready. */
function readyBehind(service: string, run: TellingRun): number {
  const [namespace = '', name = ''] = service.split('/');
  return run
    .keysOf('endpointslices')
    .map((key) => asStored(run.stored(key)))
    .filter(({ metadata }) => {
      const of = metadata?.labels?.['kubernetes.io/service-name'];
      return of === name && metadata?.namespace === namespace;
    })
    .flatMap(({ endpoints }) => (endpoints ?? []) as readonly Endpoint[])
    .filter(({ conditions }) => conditions?.ready !== false).length;
}

/** Calico writes what a NetworkPolicy allows into the kernel of the nodes of the selected Pods. */
export function ofPolicies(fact: FactOf<'PolicyRulesSynced'>, run: TellingRun): Telling {
  const key = fact.changed.find((each) => each.startsWith('networkpolicies/')) ?? '';
  const same = all(run.folded, 'PolicyRulesSynced').filter(({ changed }) => changed.includes(key));
  const nodes = nodesOf([...same, fact]);
  const gone = run.stored(key) === undefined;
  return telling({
    line: gone ? 'story.policy.gone.line' : 'story.policy.line',
    why: 'story.dropped.policy.why',
    params: { nodes: listWords(nodes), policy: nameInKey(key) },
    anchors: { nodes: together(nodes), policy: `etcd/${key}` },
    cast: nodes,
    changed: [literal(`cali: ${nameInKey(key)}`, gone ? '-' : '+')],
    terms: [],
  });
}
