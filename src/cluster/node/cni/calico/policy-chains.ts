/**
 * The chains of policies: rules that mark a packet as accepted.
 *
 * Models felix/rules/policy.go ProtoRuleToIptablesRules. A rule of a policy may need several rules
 * of the kernel: each part of it that holds when one of several matches is a block, and a bit of
 * the mark says whether all blocks have matched.
 */
import type { Chains, Match, PortRange, Rule } from '#cluster/node/os/netfilter';
import {
  acceptMark,
  allBlocksMark,
  clearMark,
  comment,
  isClear,
  isSet,
  returnIf,
  setMark,
  thisBlockMark,
} from './marks.ts';
import { limitedName } from './names.ts';
import type { CalicoPolicy, CalicoRule } from './network-policies.ts';

export type Direction = 'ingress' | 'egress';

const prefixes = { ingress: 'cali-pi-', egress: 'cali-po-' } as const;
/** The peer is the source of what comes in, and the destination of what goes out. */
const peerOf = { ingress: 'src', egress: 'dst' } as const;
/** So many ports fit into one match of iptables; a range counts for two. */
const portSlots = 15;

export const policyChainName = (direction: Direction, { name }: CalicoPolicy): string =>
  limitedName(prefixes[direction], name);

/** The chains of a policy: one for each direction, with or without rules. */
export function policyChains(policy: CalicoPolicy): Chains {
  const directions: readonly Direction[] = ['ingress', 'egress'];
  return new Map(
    directions.map((direction) => [
      policyChainName(direction, policy),
      policyRules(policy, direction),
    ]),
  );
}

function policyRules(policy: CalicoPolicy, direction: Direction): readonly Rule[] {
  const rules = (policy[direction] ?? []).flatMap((rule) => kernelRules(rule, direction));
  // A RETURN at the end of a chain says nothing.
  const last = rules.at(-1)?.target;
  if (last !== undefined && 'verdict' in last && last.verdict === 'RETURN') rules.pop();
  const [first = { matches: [] }, ...rest] = rules;
  const text = comment(`Policy ${policy.name} ${direction}`);
  return [{ ...first, matches: [text, ...first.matches] }, ...rest];
}

function kernelRules(rule: CalicoRule, direction: Direction): Rule[] {
  const { protocol, peers, net, notNets, namedPorts } = rule;
  const splits = splitPorts(rule.ports);
  const blocks = new MatchBlocks();
  const matches: Match[] = [];
  if (peers !== undefined) {
    matches.push({ match: 'set', set: peers.name, flags: peerOf[direction] });
  }
  if (splits.length + namedPorts.length > 1) {
    blocks.oneOf([
      ...splits.map((dports) => onProtocol(rule, [{ match: 'multiport', dports }])),
      ...namedPorts.map(({ name }) => onProtocol({}, [ofPortSet(name)])),
    ]);
  } else {
    for (const dports of splits) matches.push({ match: 'multiport', dports });
    for (const { name } of namedPorts) matches.push(ofPortSet(name));
  }
  const side = direction === 'ingress' ? 'source' : 'destination';
  const isSplit = (net === undefined ? 0 : 1) + notNets.length > 1;
  if (isSplit) blocks.noneOf(notNets.map((cidr) => ({ [side]: { cidr }, matches: [] })));
  const [except] = isSplit ? [] : notNets;
  const address =
    net !== undefined ? { cidr: net } : except && ({ cidr: except, not: true } as const);
  if (blocks.rules.length > 0) matches.push(isSet(allBlocksMark));
  return [
    ...blocks.rules,
    {
      ...(address !== undefined && { [side]: address }),
      ...(protocol !== undefined && { protocol }),
      matches,
      target: setMark(acceptMark),
    },
    returnIf(isSet(acceptMark)),
  ];
}

const ofPortSet = (set: string): Match => ({ match: 'set', set, flags: 'dst,dst' });

const onProtocol = (
  { protocol }: Pick<CalicoRule, 'protocol'>,
  matches: readonly Match[],
): Rule => ({ ...(protocol !== undefined && { protocol }), matches });

/** Models matchBlockBuilder. The rules that it is given have no target yet. */
class MatchBlocks {
  readonly rules: Rule[] = [];
  #hasPositive = false;

  /** At least one of them must match. */
  oneOf(rules: readonly Rule[]): void {
    this.#begin(0);
    const mark = this.#hasPositive ? thisBlockMark : allBlocksMark;
    for (const rule of rules) this.rules.push({ ...rule, target: setMark(mark) });
    if (this.#hasPositive) {
      this.rules.push({ matches: [isClear(thisBlockMark)], target: clearMark(allBlocksMark) });
    }
    this.#hasPositive = true;
  }

  /** None of them may match. */
  noneOf(rules: readonly Rule[]): void {
    this.#begin(allBlocksMark);
    for (const rule of rules) this.rules.push({ ...rule, target: clearMark(allBlocksMark) });
  }

  #begin(mark: number): void {
    if (this.rules.length > 0) return;
    this.rules.push({ matches: [], target: { mark, mask: allBlocksMark | thisBlockMark } });
  }
}

function splitPorts(ports: readonly PortRange[]): readonly (readonly PortRange[])[] {
  const splits: PortRange[][] = [];
  let free = 0;
  for (const port of ports) {
    const slots = typeof port === 'number' ? 1 : 2;
    if (free < slots) {
      splits.push([]);
      free = portSlots;
    }
    splits.at(-1)?.push(port);
    free -= slots;
  }
  return splits;
}
