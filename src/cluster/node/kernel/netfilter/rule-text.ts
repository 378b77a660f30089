/** A rule as iptables-save prints it: addresses, interfaces, protocol, matches, target. */
import type { AddressMatch, Match, PortRange, Rule, Target } from '#cluster/node/os/netfilter';

// Keyed by the identity of the immutable chain: most chains stay the same for a long time.
const linesOfChains = new WeakMap<readonly Rule[], readonly string[]>();

/** The rules of a chain. */
export function chainText(chain: string, rules: readonly Rule[]): readonly string[] {
  let lines = linesOfChains.get(rules);
  if (lines === undefined) {
    lines = rules.map((rule) => ruleText(chain, rule));
    linesOfChains.set(rules, lines);
  }
  return lines;
}

/** `-A CHAIN …` */
export function ruleText(chain: string, rule: Rule): string {
  const { source, destination, inInterface, outInterface, protocol, matches, target } = rule;
  const words = ['-A', chain];
  if (source !== undefined) words.push(addressText('-s', source));
  if (destination !== undefined) words.push(addressText('-d', destination));
  if (inInterface !== undefined) words.push('-i', inInterface);
  if (outInterface !== undefined) {
    words.push(`${outInterface.not === true ? '! ' : ''}-o ${outInterface.name}`);
  }
  if (protocol !== undefined) words.push('-p', protocol);
  for (const match of matches) words.push('-m', matchText(match));
  if (target !== undefined) {
    words.push(...('goto' in target ? ['-g', target.goto] : ['-j', targetText(target)]));
  }
  return words.join(' ');
}

const addressText = (option: string, { cidr, not }: AddressMatch): string =>
  `${not === true ? '! ' : ''}${option} ${cidr.includes('/') ? cidr : `${cidr}/32`}`;

const portText = (port: PortRange): string =>
  typeof port === 'number' ? String(port) : port.join(':');

const hex = (value: number): string => `0x${value.toString(16)}`;

function matchText(match: Match): string {
  switch (match.match) {
    case 'comment':
      return `comment --comment "${match.text.replace(/"/g, String.raw`\"`)}"`;
    case 'tcp':
    case 'udp':
    case 'sctp':
      return match.dport === undefined ? match.match : `${match.match} --dport ${match.dport}`;
    case 'multiport':
      return `multiport --dports ${match.dports.map(portText).join(',')}`;
    case 'addrtype': {
      const { srcType, dstType } = match;
      const source = srcType === undefined ? '' : ` --src-type ${srcType}`;
      const destination = dstType === undefined ? '' : ` --dst-type ${dstType}`;
      return `addrtype${source}${destination}`;
    }
    case 'mark':
      return `mark ${negation(match)}--mark ${hex(match.mark)}/${hex(match.mask ?? match.mark)}`;
    case 'set':
      return `set --match-set ${match.set} ${match.flags}`;
    case 'conntrack':
      return `conntrack ${negation(match)}--ctstate ${match.states.join(',')}`;
    case 'statistic':
      return `statistic --mode random --probability ${keptProbability(match.probability)}`;
    case 'recent': {
      const how = 'set' in match ? '--set' : `--rcheck --seconds ${match.rcheckSeconds} --reap`;
      return `recent ${how} --name ${match.name} --mask 255.255.255.255 --rsource`;
    }
  }
}

const negation = ({ not }: { readonly not?: true }): string => (not === true ? '! ' : '');

const probabilityUnits = 0x8000_0000;

/**
 * The kernel stores a probability in 31 bits, so the printed value differs a little from the
 * requested one.
 */
const keptProbability = (probability: number): string =>
  (Math.round(probability * probabilityUnits) / probabilityUnits).toFixed(11);

function targetText(target: Exclude<Target, { goto: string }>): string {
  if ('jump' in target) return target.jump;
  if ('dnat' in target) return `DNAT --to-destination ${target.dnat}`;
  if ('masquerade' in target) {
    return target.randomFully === true ? 'MASQUERADE --random-fully' : 'MASQUERADE';
  }
  if ('mark' in target) return `MARK --set-xmark ${hex(target.mark)}/${hex(target.mask)}`;
  return target.verdict === 'REJECT'
    ? 'REJECT --reject-with icmp-port-unreachable'
    : target.verdict;
}
