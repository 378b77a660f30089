/**
 * Ports of the node that lead to a pod.
 * Models containernetworking/plugins meta/portmap with its iptables backend.
 */
import { sha256, toHex } from '#base/sha256';
import { encodeUtf8 } from '#base/utf8';
import type { Match, Netfilter, Protocol, Rule } from '#cluster/node/os/netfilter';
import type { CniArgs } from './plugin.ts';

const dnatChain = 'CNI-HOSTPORT-DNAT';
const markChain = 'CNI-HOSTPORT-SETMARK';
const masqueradeChain = 'CNI-HOSTPORT-MASQ';
/** Bit 13. */
const hostportMark = 0x2000;
const chainLength = 28;

export interface PortmapTarget {
  readonly network: string;
  readonly args: CniArgs;
  readonly ip: string;
  /** The pod range of the node, whose pods need another source address to get an answer. */
  readonly subnet: string;
}

export function mapPorts(netfilter: Netfilter, target: PortmapTarget): void {
  const { portMappings } = target.args;
  if (portMappings.length === 0) return;
  ensureTopChains(netfilter);
  const chain = podChain(target);
  const rules = portMappings.flatMap((mapping) => portRules(mapping, target));
  netfilter.restore('nat', new Map([[chain, rules]]));
  for (const rule of jumpsTo(chain, target)) {
    netfilter.ensureRule('nat', dnatChain, rule, true);
  }
}

export function unmapPorts(netfilter: Netfilter, target: PortmapTarget): void {
  if (target.args.portMappings.length === 0) return;
  const chain = podChain(target);
  for (const rule of jumpsTo(chain, target)) netfilter.deleteRule('nat', dnatChain, rule);
  netfilter.restore('nat', new Map(), [chain]);
}

function ensureTopChains(netfilter: Netfilter): void {
  const toLocal: Match = { match: 'addrtype', dstType: 'LOCAL' };
  const comment = (text: string): Match => ({ match: 'comment', text });
  const marked = [comment('CNI portfwd masquerade mark')];
  if (netfilter.chain('nat', dnatChain) !== undefined) return;
  netfilter.restore(
    'nat',
    new Map<string, readonly Rule[]>([
      [dnatChain, []],
      [markChain, [{ matches: marked, target: { mark: hostportMark, mask: hostportMark } }]],
      [
        masqueradeChain,
        [{ matches: [{ match: 'mark', mark: hostportMark }], target: { masquerade: true } }],
      ],
    ]),
  );
  for (const chain of ['PREROUTING', 'OUTPUT']) {
    const rule: Rule = { matches: [toLocal], target: { jump: dnatChain } };
    netfilter.ensureRule('nat', chain, rule, true);
  }
  const text = comment('CNI portfwd requiring masquerade');
  netfilter.ensureRule('nat', 'POSTROUTING', {
    matches: [text],
    target: { jump: masqueradeChain },
  });
}

function jumpsTo(chain: string, { network, args }: PortmapTarget): readonly Rule[] {
  const text = `dnat name: "${network}" id: "${args.containerId}"`;
  const byProtocol = new Map<Protocol, number[]>();
  for (const { protocol, hostPort } of args.portMappings) {
    const of = protocol.toLowerCase() as Protocol;
    byProtocol.set(of, [...(byProtocol.get(of) ?? []), hostPort]);
  }
  return [...byProtocol].map(([protocol, dports]) => ({
    protocol,
    matches: [
      { match: 'comment', text },
      { match: 'multiport', dports },
    ],
    target: { jump: chain },
  }));
}

function portRules(
  { protocol, hostPort, containerPort, hostIp }: CniArgs['portMappings'][number],
  { ip, subnet }: PortmapTarget,
): readonly Rule[] {
  const of = protocol.toLowerCase() as Protocol;
  const matches: readonly Match[] = [{ match: of, dport: hostPort }];
  const mark = { jump: markChain };
  const base = {
    ...(hostIp !== undefined && { destination: { cidr: hostIp } }),
    ...{ protocol: of, matches },
  };
  return [
    { source: { cidr: subnet }, ...base, target: mark },
    { source: { cidr: '127.0.0.1' }, ...base, target: mark },
    { ...base, target: { dnat: `${ip}:${containerPort}` } },
  ];
}

function podChain({ network, args }: PortmapTarget): string {
  const hash = toHex(sha256(encodeUtf8(network + args.containerId)));
  return `CNI-DN-${hash}`.slice(0, chainLength);
}
