/**
 * The chains that every node with Calico has, whatever its pods: packets from and to pods are sent
 * to the chains of their interface.
 *
 * Models felix/rules/static.go and dispatch.go for the filter table, with
 * DefaultEndpointToHostAction=ACCEPT as Canal's manifest sets it.
 */
import type { Chains, Netfilter, Rule } from '#cluster/node/os/netfilter';
import {
  accept,
  acceptMark,
  calicoMarks,
  clearMark,
  comment,
  drop,
  isClear,
  isSet,
  jump,
  returnIf,
  setMark,
} from './marks.ts';

const everyPod = 'cali+';
const fromWorkload = 'cali-from-wl-dispatch';
const toWorkload = 'cali-to-wl-dispatch';
export const fromPodChain = 'cali-fw-';
export const toPodChain = 'cali-tw-';

const hostAccepted: Rule = {
  matches: [comment('Host endpoint policy accepted packet.'), isSet(acceptMark)],
  target: accept,
};
const accepted: Rule = { matches: [isSet(acceptMark)], target: accept };
const forgetAll: Rule = { matches: [], target: clearMark(calicoMarks) };

/** Chains for machines' own interfaces, which have no policies here. */
const hostChains: Chains = new Map(
  [
    'cali-from-hep-forward',
    'cali-to-hep-forward',
    'cali-from-host-endpoint',
    'cali-to-host-endpoint',
    'cali-cidr-block',
  ].map((chain) => [chain, []]),
);

const forward: readonly Rule[] = [
  { matches: [], target: clearMark(calicoMarks & ~acceptMark) },
  jump('cali-from-hep-forward', isClear(acceptMark)),
  { inInterface: everyPod, ...jump(fromWorkload) },
  { outInterface: { name: everyPod }, ...jump(toWorkload) },
  jump('cali-to-hep-forward'),
  jump('cali-cidr-block'),
];

const input: readonly Rule[] = [
  { inInterface: everyPod, matches: [], target: { goto: 'cali-wl-to-host' } },
  accepted,
  forgetAll,
  jump('cali-from-host-endpoint'),
  hostAccepted,
];

/** The node itself may reach its pods, so that the kubelet's probes do. */
const output: readonly Rule[] = [
  accepted,
  { outInterface: { name: everyPod }, ...returnIf() },
  forgetAll,
  jump('cali-to-host-endpoint', { match: 'conntrack', not: true, states: ['DNAT'] }),
  hostAccepted,
];

const podToHost: readonly Rule[] = [
  jump(fromWorkload),
  { matches: [comment('Configured DefaultEndpointToHostAction')], target: accept },
];

export const staticChains: Chains = new Map<string, readonly Rule[]>([
  ...hostChains,
  ['cali-FORWARD', forward],
  ['cali-INPUT', input],
  ['cali-OUTPUT', output],
  ['cali-wl-to-host', podToHost],
]);

/** Puts Calico's chains first in the kernel's own. Source: felix/iptables ChainInsertMode. */
export function insertJumps(netfilter: Netfilter): void {
  for (const chain of ['INPUT', 'FORWARD', 'OUTPUT']) {
    netfilter.ensureRule('filter', chain, jump(`cali-${chain}`));
  }
  const policyAccepted: Rule = {
    matches: [comment('Policy explicitly accepted packet.'), isSet(acceptMark)],
    target: accept,
  };
  netfilter.ensureRule('filter', 'FORWARD', policyAccepted, true);
  netfilter.ensureRule('filter', 'FORWARD', { matches: [], target: setMark(acceptMark) }, true);
}

/** Which interface has which chain. Those with a common beginning share one. */
export function dispatchChains(interfaces: readonly string[]): Chains {
  return new Map([
    ...dispatch(fromWorkload, interfaces, (name, chain) => ({
      inInterface: name,
      matches: [],
      target: { goto: chain ?? `${fromPodChain}${name}` },
    })),
    ...dispatch(toWorkload, interfaces, (name, chain) => ({
      outInterface: { name },
      matches: [],
      target: { goto: chain ?? `${toPodChain}${name}` },
    })),
  ]);
}

const unknown: Rule = { matches: [comment('Unknown interface')], target: drop };
const prefix = 'cali';

function dispatch(
  root: string,
  interfaces: readonly string[],
  rule: (name: string, chain?: string) => Rule,
): Chains {
  const chains = new Map<string, readonly Rule[]>();
  const byNext = new Map<string, string[]>();
  for (const name of [...interfaces].sort()) {
    const next = name.charAt(prefix.length);
    byNext.set(next, [...(byNext.get(next) ?? []), name]);
  }
  const rules: Rule[] = [];
  for (const [next, names] of byNext) {
    const [only = ''] = names;
    if (names.length === 1) {
      rules.push(rule(only));
      continue;
    }
    const chain = `${root}-${next}`;
    chains.set(chain, [...names.map((name) => rule(name)), unknown]);
    rules.push(rule(`${prefix}${next}+`, chain));
  }
  chains.set(root, [...rules, unknown]);
  return chains;
}
