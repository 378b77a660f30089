/** What the interface knows about the network of the nodes: rules, the way of packets, names. */
import { isMessageId } from '#i18n/t';
import type { FactOf } from '#trace/facts';
import type { NetworkFact } from '#trace/facts/network';
import { type Caption, caption } from './caption.ts';
import type { FactKind } from './fact-kind.ts';
import { grouped, nodeOf, podWords } from './words.ts';

export const networkFacts: { readonly [T in NetworkFact['type']]: FactKind<FactOf<T>> } = {
  ProxyRulesSynced: { stage: 'rules', caption: ofRules },
  PolicyRulesSynced: {
    stage: 'rules',
    caption: ({ component, policies, workloads }) => {
      const params = { node: nodeOf(component), policies: policies.length, workloads };
      const none = policies.length === 0;
      return caption(none ? 'caption.PolicyRulesSynced.none' : 'caption.PolicyRulesSynced', params);
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
  PacketHop: { stage: 'network', caption: ofHop },
  ConnectionAnswered: {
    stage: 'network',
    caption: ({ component, namespace, to, server, error }) => {
      const id = error === undefined ? 'caption.ConnectionAnswered' : 'caption.ConnectionRefused';
      return caption(id, {
        from: whereOf(namespace, nodeOf(component)),
        to: `${to.ip}:${to.port}`,
        server: `${server.ip}:${server.port}`,
      });
    },
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
        ...{ address, port, service: nameOf(service) },
        nodes: nodes.join(', '),
      });
    },
  },
  ProxyConfigured: {
    stage: 'network',
    caption: ({ rule, reloads, hosts, backends }) => {
      const params = { hosts: hosts.join(', '), backends: backends.join('; ') };
      if (rule === 'HTTPRoute') return caption('caption.ProxyConfigured.gateway', params);
      return caption(
        reloads ? 'caption.ProxyConfigured.reloads' : 'caption.ProxyConfigured',
        params,
      );
    },
  },
  RequestProxied: { stage: 'network', caption: ofProxied },
  DnsAnswered: {
    stage: 'network',
    address: ({ server }) => server,
    caption: ({ name, recordType, rcode, records }) => {
      const params = { name, type: recordType, rcode, records: records.join(', ') };
      if (rcode !== 'NOERROR') return caption('caption.DnsAnswered.error', params);
      if (records.length === 0) return caption('caption.DnsAnswered.empty', params);
      return caption('caption.DnsAnswered', params);
    },
  },
};

/** One that asks its nodes passes packets on to those that have answered. */
function ofBalancer({ what, nodes, asks }: FactOf<'LoadBalancerSet'>) {
  if (what === 'checked') return nodes.length === 0 ? 'none' : 'checked';
  if (what === 'deleted' || asks === 'kube-proxy') return what;
  return what === 'created' ? 'createdAsks' : 'asks';
}

function ofRules({ component, changed, services, full }: FactOf<'ProxyRulesSynced'>): Caption {
  const node = nodeOf(component);
  const [service = '', ...others] = changed;
  const params = { node, services: grouped(services), service: nameOf(service) };
  const many = full || others.length > 0;
  return caption(many ? 'caption.ProxyRulesSynced.full' : 'caption.ProxyRulesSynced', params);
}

function ofProxied(fact: FactOf<'RequestProxied'>): Caption {
  const { host, request, ingress, service, endpoint, status } = fact;
  const [method = '', target = ''] = request.split(' ');
  const params = {
    ...{ endpoint, status, request: `${method} ${host}${target}` },
    ...{ ingress: nameOf(ingress), service: nameOf(service) },
  };
  if (fact.rule === 'HTTPRoute') return caption(`caption.RequestProxied.${byRoute(fact)}`, params);
  if (ingress === '') return caption('caption.RequestProxied.nowhere', params);
  return caption(
    endpoint === '' ? 'caption.RequestProxied.empty' : 'caption.RequestProxied',
    params,
  );
}

/** What the proxy of a Gateway did with a request. */
function byRoute({ ingress, service, endpoint }: FactOf<'RequestProxied'>) {
  if (ingress === '') return 'noRoute';
  if (service === '') return 'routeAnswers';
  return endpoint === '' ? 'routeEmpty' : 'route';
}

/** The kernel of the machine that the person types on. */
const person = 'person/kernel';

function ofHop(fact: FactOf<'PacketHop'>): Caption {
  const { component, hop, addresses, namespace, rules, params } = fact;
  const node = nodeOf(component);
  const by = component === person ? 'person' : params['by'];
  const own = `caption.PacketHop.${hop}.${by}`;
  const id = by !== undefined && isMessageId(own) ? own : `caption.PacketHop.${hop}`;
  return caption(isMessageId(id) ? id : 'caption.PacketHop', {
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

const nameOf = (key: string): string => key.slice(key.indexOf('/') + 1);
