/** Rules and tables of nftables as `nft list ruleset` prints them. */
import type {
  NftBaseChain,
  NftChain,
  NftElement,
  NftExpression,
  NftRule,
  NftSet,
} from '#cluster/node/os/nftables';
import type { NftTableState } from './nft-tables.ts';

type Lines = readonly string[];

export function nftRuleText({ expressions, comment }: NftRule): string {
  const text = expressions.map(expressionText).join(' ');
  return comment === undefined ? text : `${text} comment "${comment}"`;
}

const mark = (bits: number): string => `0x${bits.toString(16).padStart(8, '0')}`;

function expressionText(part: NftExpression): string {
  if ('ct' in part) return `ct ${part.ct}`;
  if ('address' in part) {
    const ranges = part.in.length === 1 ? part.in[0] : `{ ${part.in.join(', ')} }`;
    return `${part.address} ${part.not === true ? '!= ' : ''}${ranges}`;
  }
  if ('fib' in part) return `fib ${part.fib} type local`;
  if ('l4proto' in part) return `meta l4proto ${part.l4proto}`;
  if ('hasMark' in part) return `meta mark & ${mark(part.hasMark)} != 0x00000000`;
  if ('orMark' in part) return `meta mark set meta mark | ${mark(part.orMark)}`;
  if ('xorMark' in part) return `meta mark set meta mark ^ ${mark(part.xorMark)}`;
  if ('set' in part) return `${part.fields.join(' . ')} @${part.set}`;
  if ('vmap' in part) return `${part.fields.join(' . ')} vmap @${part.vmap}`;
  if ('verdict' in part) return part.verdict;
  if ('masquerade' in part) return 'masquerade fully-random';
  if ('dnat' in part) return `dnat to ${part.dnat}`;
  if ('remember' in part) return `update @${part.remember} { ip saddr }`;
  const of = 'dnatToAny' in part ? part.dnatToAny.map(dotted) : part.anyVerdict;
  const choices = of.map((choice, index) => `${index} : ${choice}`).join(', ');
  const what = 'dnatToAny' in part ? 'dnat ip to ' : '';
  const how = 'dnatToAny' in part ? 'map' : 'vmap';
  return `${what}numgen random mod ${of.length} ${how} { ${choices} }`;
}

const dotted = (address: string): string => address.replace(':', ' . ');

export const nftTableText = (table: NftTableState): Lines => [
  `table ip ${table.name} {`,
  ...(table.comment === undefined ? [] : [`\tcomment "${table.comment}"`]),
  ...table.setNames().flatMap((name) => [...setText(table, name), '']),
  ...table
    .chainNames()
    .flatMap((name, index) => [...(index === 0 ? [] : ['']), ...chainText(table, name)]),
  '}',
];

function setText(table: NftTableState, name: string): Lines {
  const set = table.set(name);
  if (set === undefined) return [];
  const elements = table.elements(name);
  return [
    `\t${set.type.endsWith(': verdict') ? 'map' : 'set'} ${name} {`,
    `\t\ttype ${set.type}`,
    ...timeoutText(set),
    ...(set.comment === undefined ? [] : [`\t\tcomment "${set.comment}"`]),
    ...elementLines(elements, set),
    '\t}',
  ];
}

function timeoutText({ timeoutSeconds }: NftSet): Lines {
  if (timeoutSeconds === undefined) return [];
  return ['\t\tsize 65535', '\t\tflags dynamic,timeout', `\t\ttimeout ${timeText(timeoutSeconds)}`];
}

function timeText(seconds: number): string {
  const parts = [
    [Math.floor(seconds / 86_400), 'd'],
    [Math.floor(seconds / 3600) % 24, 'h'],
    [Math.floor(seconds / 60) % 60, 'm'],
    [seconds % 60, 's'],
  ] as const;
  return parts.map(([count, unit]) => (count === 0 ? '' : `${count}${unit}`)).join('');
}

/** Short elements stand in pairs. */
function elementLines(elements: readonly NftElement[], { type }: NftSet): Lines {
  if (elements.length === 0) return [];
  const perLine = type === 'ipv4_addr' ? 2 : 1;
  const texts = elements.map(elementText);
  const lines: string[] = [];
  for (let at = 0; at < texts.length; at += perLine) {
    lines.push(texts.slice(at, at + perLine).join(', '));
  }
  return `\t\telements = { ${lines.join(',\n\t\t\t     ')} }`.split('\n');
}

/** `10.96.0.50 . tcp . 80 : goto …` */
export function elementText({ key, verdict, comment }: NftElement): string {
  const said = comment === undefined ? '' : ` comment "${comment}"`;
  return verdict === undefined ? `${key}${said}` : `${key}${said} : ${verdict}`;
}

function chainText(table: NftTableState, name: string): Lines {
  const chain: NftChain | undefined = table.chain(name);
  if (chain === undefined) return [];
  const { base, comment, rules } = chain;
  return [
    `\tchain ${name} {`,
    ...(comment === undefined ? [] : [`\t\tcomment "${comment}"`]),
    ...(base === undefined ? [] : [`\t\t${baseText(base)}`]),
    ...rules.map((rule) => `\t\t${nftRuleText(rule)}`),
    '\t}',
  ];
}

const baseText = (base: NftBaseChain): string =>
  `type ${base.type} hook ${base.hook} priority ${priorityText(base)}; policy accept;`;

/** Names of priorities, where the hook has them. */
function priorityText({ hook, priority }: NftBaseChain): string {
  if (priority === 0) return 'filter';
  if (hook === 'postrouting' && priority === 100) return 'srcnat';
  if (hook !== 'prerouting') return String(priority);
  const from = priority + 100;
  return from === 0 ? 'dstnat' : `dstnat ${from < 0 ? '-' : '+'} ${Math.abs(from)}`;
}
