/** What the interface knows about the network of the nodes: rules, the way of packets, names. */
import { isMessageId } from '#i18n/t';
import type { FactOf } from '#trace/facts';
import type { NetworkFact } from '#trace/facts/network';
import { type Caption, caption } from './caption.ts';
import type { FactKind } from './fact-kind.ts';
import type { RunSoFar, Standing } from './standing.ts';
import { grouped, nameInKey, nodeOf, podWords } from './words.ts';

export const networkFacts: { readonly [T in NetworkFact['type']]: FactKind<FactOf<T>> } = {
  ProxyRulesSynced: {
    stage: 'rules',
    sideStep: (fact) => fact.full || isOfServices(fact),
    happensToNodes: ({ full }) => full,
    standing: (fact, run) => {
      if (fact.full) return { kind: 'report', state: 'all rules', joins: true };
      return isOfServices(fact)
        ? standingOfRules(oneOrMany(fact.changed), `${fact.services}`, `${fact.endpoints}`, run)
        : undefined;
    },
    caption: ofRules,
  },
  PolicyRulesSynced: {
    stage: 'rules',
    sideStep: isOfPolicies,
    standing: (fact, run) =>
      isOfPolicies(fact)
        ? standingOfRules(fact.changed.join(), fact.policies.join(), '', run)
        : undefined,
    caption: ({ component, policies, workloads }) => {
      const params = { node: nodeOf(component), policies: policies.length, workloads };
      return caption(`caption.PolicyRulesSynced${policies.length === 0 ? '.none' : ''}`, params);
    },
  },
  NetfilterChanged: {
    stage: 'rules',
    caption: ({ component, table, chains }) => {
      const node = nodeOf(component);
      return caption('caption.NetfilterChanged', {
        ...{ node, table },
        chains: Object.keys(chains).length,
      });
    },
  },
  PacketHop: {
    stage: 'network',
    hop: hopOf,
    standing: (fact, { main }) =>
      main && hopOf(fact) !== undefined ? { kind: 'decide', state: fact.hop } : undefined,
    caption: ofHop,
  },
  ConnectionAnswered: {
    stage: 'network',
    caption: ({ component, namespace, to, server, error }) =>
      caption(`caption.Connection${error === undefined ? 'Answered' : 'Refused'}`, {
        from: whereOf(namespace, nodeOf(component)),
        to: `${to.ip}:${to.port}`,
        server: `${server.ip}:${server.port}`,
      }),
  },
  OverlayJoined: {
    stage: 'network',
    caption: ({ component, subnet, nodeAddress, vtepMac, backend }) => {
      const node = nodeOf(component);
      return caption('caption.OverlayJoined', { node, subnet, nodeAddress, vtepMac, backend });
    },
  },
  LoadBalancerSet: {
    stage: 'network',
    caption: (fact) => {
      const { service, address, nodes, checkPort: port } = fact;
      return caption(`caption.LoadBalancerSet.${ofBalancer(fact)}`, {
        ...{ address, port, service: nameInKey(service) },
        nodes: nodes.join(', '),
      });
    },
  },
  ProxyConfigured: {
    stage: 'network',
    sideStep: () => true,
    hop: () => '',
    standing: (_, run) => ({
      kind: 'report',
      state: 'proxy configured',
      joins: true,
      alone: run.firstSinceAct('proxy configured'),
    }),
    caption: ({ rule, reloads, hosts, backends }) => {
      // A backend without endpoints ends with its colon.
      const known = backends.map((each) => each.replace(/: ?$/, ': –'));
      const params = { hosts: hosts.join(', '), backends: known.join('; ') };
      const how = rule === 'HTTPRoute' ? '.gateway' : reloads ? '.reloads' : '';
      return caption(`caption.ProxyConfigured${how}`, params);
    },
  },
  RequestProxied: {
    stage: 'network',
    hop: () => '',
    standing: (_, { main }) => (main ? { kind: 'decide', state: 'proxied' } : undefined),
    caption: ofProxied,
  },
  DnsAnswered: {
    stage: 'network',
    address: ({ server }) => server,
    // A client asks for both kinds of address, and often for several names until one is known.
    hop: ({ name, recordType }) => (recordType === 'A' ? name : undefined),
    standing: ({ name, rcode }, { main }) =>
      main ? { kind: 'decide', state: rcode === 'NOERROR' ? name : rcode, joins: true } : undefined,
    caption: ({ name, recordType, rcode, records }) => {
      const params = { name, type: recordType, rcode, records: records.join(', ') };
      const how = rcode !== 'NOERROR' ? '.error' : records.length === 0 ? '.empty' : '';
      return caption(`caption.DnsAnswered${how}`, params);
    },
  },
};

/** A sync for certain Services; the first one of a process writes all rules. */
function isOfServices({ full, changed }: FactOf<'ProxyRulesSynced'>): boolean {
  return !full && changed.length > 0;
}

function isOfPolicies({ changed }: FactOf<'PolicyRulesSynced'>): boolean {
  return changed.some((key) => key.startsWith('networkpolicies/'));
}

/** Syncs of many Services follow each other: they are told together. */
const oneOrMany = (services: readonly string[]): string =>
  services.length === 1 ? services.join() : 'several services';

/**
 * Each node writes its own rules, and again when addresses come: one beat. A sync after which
 * everything is as it was is none.
 */
function standingOfRules(of: string, objects: string, addresses: string, run: RunSoFar): Standing {
  const state = `rules of ${of}`;
  const alone =
    run.first(`${state}: ${objects} ${addresses}`) && run.firstSinceAct(`${state}: ${objects}`);
  return { kind: 'report', state, joins: true, alone };
}

/** One that asks its nodes passes packets on to those that have answered. */
function ofBalancer({ what, nodes, asks }: FactOf<'LoadBalancerSet'>) {
  if (what === 'checked') return nodes.length === 0 ? 'none' : 'checked';
  if (what === 'deleted' || asks === 'kube-proxy') return what;
  return what === 'created' ? 'createdAsks' : 'asks';
}

function ofRules({ component, changed, services, full }: FactOf<'ProxyRulesSynced'>): Caption {
  const node = nodeOf(component);
  const [service = '', ...others] = changed;
  const params = { node, services: grouped(services), service: nameInKey(service) };
  const many = full || others.length > 0;
  return caption(`caption.ProxyRulesSynced${many ? '.full' : ''}`, params);
}

function ofProxied(fact: FactOf<'RequestProxied'>): Caption {
  const { host, request, ingress, service, endpoint, status } = fact;
  const [method = '', target = ''] = request.split(' ');
  const params = {
    ...{ endpoint, status, request: `${method} ${host}${target}` },
    ...{ ingress: nameInKey(ingress), service: nameInKey(service) },
  };
  if (fact.rule === 'HTTPRoute') return caption(`caption.RequestProxied.${byRoute(fact)}`, params);
  const how = ingress === '' ? '.nowhere' : endpoint === '' ? '.empty' : '';
  return caption(`caption.RequestProxied${how}`, params);
}

/** What the proxy of a Gateway did with a request. */
function byRoute({ ingress, service, endpoint }: FactOf<'RequestProxied'>) {
  if (ingress === '') return 'noRoute';
  if (service === '') return 'routeAnswers';
  return endpoint === '' ? 'routeEmpty' : 'route';
}

/** The kernel of the machine that the person types on. */
const person = 'person/kernel';

/**
 * A connection is told where its packet gets another address, once for each command, and at its
 * end without an answer. What is known from before is translated without asking any rule.
 */
function hopOf(fact: FactOf<'PacketHop'>): string | undefined {
  const { hop, addresses, params } = fact;
  const isNew = params['by'] !== 'conntrack' && addresses.startsWith('tcp');
  if (isWithinPod(fact)) return isNew ? addresses.split('>')[1] : undefined;
  if (hop === 'translated') return isNew ? hop : undefined;
  return /^(rejected|dropped|unanswered)$/.test(hop) ? addresses.split('>')[1] : undefined;
}

/** From a Pod's network to the same one, as a forwarded port is reached: no other step is on it. */
export function isWithinPod({ hop, packet, namespace }: FactOf<'PacketHop'>): boolean {
  return hop === 'received' && packet === 0 && namespace !== 'host';
}

function ofHop(fact: FactOf<'PacketHop'>): Caption {
  const { component, hop, addresses, namespace, rules, params } = fact;
  const node = nodeOf(component);
  const by = component === person ? 'person' : params['by'];
  const ids = [`caption.PacketHop.${hop}.${by}`, `caption.PacketHop.${hop}`];
  return caption(ids.find(isMessageId) ?? 'caption.PacketHop', {
    ...params,
    node,
    hop,
    addresses,
    where: whereOf(namespace, node),
    rule: rules.at(-1) ?? '',
  });
}

/** A pod's network, or the node's own; curl is what the person's own machine dials with. */
const whereOf = (namespace: string, node: string): string => {
  if (namespace !== 'host') return podWords(namespace);
  return node === nodeOf(person) ? 'curl' : node;
};
