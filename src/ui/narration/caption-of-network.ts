/** The words for the network: rules, the way of packets, names. */
import { assertUnreachable } from '#base/assert';
import { isMessageId } from '#i18n/t';
import type { Fact, FactOf } from '#trace/trace-event';
import { type Caption, caption } from './caption.ts';
import { grouped, nodeOf, podWords } from './words.ts';

const types = [
  'ProxyRulesSynced',
  'NetfilterChanged',
  'PacketHop',
  'ConnectionAnswered',
  'DnsAnswered',
  'OverlayJoined',
] as const;
type NetworkFact = FactOf<(typeof types)[number]>;

const known: ReadonlySet<string> = new Set(types);
export const isNetworkFact = (fact: Fact): fact is NetworkFact => known.has(fact.type);

export function captionOfNetwork(fact: NetworkFact): Caption {
  const node = nodeOf(fact.component);
  switch (fact.type) {
    case 'ProxyRulesSynced': {
      const [service = '', ...others] = fact.changed;
      const params = { node, services: grouped(fact.services), service: nameOf(service) };
      if (fact.full || others.length > 0) return caption('caption.ProxyRulesSynced.full', params);
      return caption('caption.ProxyRulesSynced', params);
    }
    case 'NetfilterChanged': {
      const chains = Object.keys(fact.chains);
      const params = { node, table: fact.table, chains: chains.length };
      return caption('caption.NetfilterChanged', params);
    }
    case 'PacketHop':
      return ofHop(fact, node);
    case 'ConnectionAnswered': {
      const { to, server, error } = fact;
      const params = {
        from: whereOf(fact.namespace, node),
        to: `${to.ip}:${to.port}`,
        server: `${server.ip}:${server.port}`,
      };
      const id = error === undefined ? 'caption.ConnectionAnswered' : 'caption.ConnectionRefused';
      return caption(id, params);
    }
    case 'DnsAnswered': {
      const { name, recordType, rcode, records } = fact;
      const params = { name, type: recordType, rcode, records: records.join(', ') };
      if (rcode !== 'NOERROR') return caption('caption.DnsAnswered.error', params);
      if (records.length === 0) return caption('caption.DnsAnswered.empty', params);
      return caption('caption.DnsAnswered', params);
    }
    case 'OverlayJoined': {
      const { subnet, nodeAddress, vtepMac, backend } = fact;
      return caption('caption.OverlayJoined', { node, subnet, nodeAddress, vtepMac, backend });
    }
    default:
      return assertUnreachable(fact);
  }
}

function ofHop({ hop, addresses, namespace, rules, params }: FactOf<'PacketHop'>, node: string) {
  const { by } = params;
  const id = `caption.PacketHop.${hop}${by === undefined ? '' : `.${by}`}`;
  return caption(isMessageId(id) ? id : 'caption.PacketHop', {
    ...params,
    node,
    hop,
    addresses,
    where: whereOf(namespace, node),
    rule: rules.at(-1) ?? '',
  });
}

/** A pod's network, or the node's own. */
const whereOf = (namespace: string, node: string): string =>
  namespace === 'host' ? node : podWords(namespace);

const nameOf = (key: string): string => key.slice(key.indexOf('/') + 1);
