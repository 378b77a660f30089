/**
 * IP addresses and ranges in expressions: `cidr("10.0.0.0/8").containsIP("10.1.2.3")`.
 * Models k8s.io/apiserver pkg/cel/library/ip.go and cidr.go.
 */
import { isIPv4, isIPv6 } from '#k8s.io/apimachinery/validation';
import { failed, functions, type Library, namespace } from './library.ts';

class IpValue {
  readonly bits: bigint;
  readonly width: 32 | 128;

  constructor(bits: bigint, width: 32 | 128) {
    this.bits = bits;
    this.width = width;
  }

  toString(): string {
    return this.width === 32 ? dotted(this.bits) : hexGroups(this.bits);
  }
}

class CidrValue {
  readonly address: IpValue;
  readonly length: number;

  constructor(address: IpValue, length: number) {
    this.address = address;
    this.length = length;
  }

  toString(): string {
    return `${this.address}/${this.length}`;
  }
}

const dotted = (bits: bigint): string =>
  [24n, 16n, 8n, 0n].map((shift) => (bits >> shift) & 255n).join('.');

/** The longest run of zero groups is written as `::`. */
function hexGroups(bits: bigint): string {
  const groups = Array.from({ length: 8 }, (_, i) =>
    ((bits >> BigInt(112 - 16 * i)) & 0xffffn).toString(16),
  );
  const runs = groups.join(':').match(/(?:^|:)0(?::0)+(?=:|$)/g) ?? [];
  const longest = [...runs].sort((a, b) => b.length - a.length)[0];
  if (longest === undefined) return groups.join(':');
  const [before = '', after = ''] = splitOnce(groups.join(':'), longest);
  return `${before}::${after.replace(/^:/, '')}`;
}

function splitOnce(text: string, by: string): readonly [string, string] {
  const at = text.indexOf(by);
  return [text.slice(0, at), text.slice(at + by.length)];
}

function parseIp(text: string): IpValue | undefined {
  if (isIPv4(text)) {
    const bits = text.split('.').reduce((sum, part) => (sum << 8n) | BigInt(part), 0n);
    return new IpValue(bits, 32);
  }
  if (!isIPv6(text) || text.includes('.')) return undefined;
  const [head = '', tail] = text.split('::');
  const groups = (part: string): string[] => (part === '' ? [] : part.split(':'));
  const front = groups(head);
  const back = tail === undefined ? [] : groups(tail);
  const middle = Array.from({ length: 8 - front.length - back.length }, () => '0');
  const all = [...front, ...middle, ...back];
  return new IpValue(
    all.reduce((sum, group) => (sum << 16n) | BigInt(`0x${group}`), 0n),
    128,
  );
}

function parseCidr(text: string): CidrValue | undefined {
  const [, address = '', length = ''] = /^(.+)\/(\d{1,3})$/.exec(text) ?? [];
  const ip = parseIp(address);
  if (ip === undefined || Number(length) > ip.width) return undefined;
  return new CidrValue(ip, Number(length));
}

const ipOf = (value: string | IpValue): IpValue =>
  value instanceof IpValue
    ? value
    : (parseIp(value) ?? failed(`IP Address "${value}" parse error during conversion from string`));
const cidrOf = (value: string | CidrValue): CidrValue =>
  value instanceof CidrValue
    ? value
    : (parseCidr(value) ?? failed(`network address parse error during conversion from string`));

const masked = ({ address, length }: CidrValue): IpValue => {
  const rest = BigInt(address.width - length);
  return new IpValue((address.bits >> rest) << rest, address.width);
};
const holds = (range: CidrValue, ip: IpValue): boolean =>
  range.address.width === ip.width &&
  masked(range).bits === masked(new CidrValue(ip, range.length)).bits;
const within = (text: string, ip: IpValue): boolean => holds(cidrOf(text), ip);

export const addresses: Library = (environment) => {
  const ip = 'net.IP';
  const cidr = 'net.CIDR';
  environment.registerType(ip, IpValue as never);
  environment.registerType(cidr, CidrValue as never);
  functions(environment, {
    [`ip(string): ${ip}`]: ipOf,
    'isIP(string): bool': (text: string) => parseIp(text) !== undefined,
    [`string(${ip}): string`]: String,
    [`${ip}.family(): int`]: ({ width }: IpValue) => (width === 32 ? 4n : 6n),
    [`${ip}.isUnspecified(): bool`]: ({ bits }: IpValue) => bits === 0n,
    [`${ip}.isLoopback(): bool`]: (value: IpValue) =>
      within('127.0.0.0/8', value) || within('::1/128', value),
    [`${ip}.isLinkLocalUnicast(): bool`]: (value: IpValue) =>
      within('169.254.0.0/16', value) || within('fe80::/10', value),
    [`${ip}.isLinkLocalMulticast(): bool`]: (value: IpValue) =>
      within('224.0.0.0/24', value) || within('ff02::/16', value),
    [`${ip}.isGlobalUnicast(): bool`]: (value: IpValue) =>
      value.bits !== 0n &&
      !['127.0.0.0/8', '::1/128', '169.254.0.0/16', 'fe80::/10', '224.0.0.0/4', 'ff00::/8'].some(
        (range) => within(range, value),
      ),
    [`cidr(string): ${cidr}`]: cidrOf,
    'isCIDR(string): bool': (text: string) => parseCidr(text) !== undefined,
    [`string(${cidr}): string`]: String,
    [`${cidr}.containsIP(string): bool`]: (range: CidrValue, text: string) =>
      holds(range, ipOf(text)),
    [`${cidr}.containsIP(${ip}): bool`]: holds,
    [`${cidr}.containsCIDR(string): bool`]: (range: CidrValue, text: string) =>
      cidrOf(text).length >= range.length && holds(range, cidrOf(text).address),
    [`${cidr}.containsCIDR(${cidr}): bool`]: (range: CidrValue, other: CidrValue) =>
      other.length >= range.length && holds(range, other.address),
    [`${cidr}.ip(): ${ip}`]: ({ address }: CidrValue) => address,
    [`${cidr}.masked(): ${cidr}`]: (range: CidrValue) => new CidrValue(masked(range), range.length),
    [`${cidr}.prefixLength(): int`]: ({ length }: CidrValue) => BigInt(length),
  });
  namespace(environment, 'ip', 'kubernetes.IP');
  functions(environment, {
    'kubernetes.IP.isCanonical(string): bool': (_: unknown, text: string) =>
      String(ipOf(text)) === text,
  });
  const sameIp = (a: IpValue, b: IpValue): boolean => a.bits === b.bits && a.width === b.width;
  environment.registerOperator(`${ip} == ${ip}`, sameIp as never);
  environment.registerOperator(
    `${cidr} == ${cidr}`,
    ((a: CidrValue, b: CidrValue) =>
      a.length === b.length && sameIp(a.address, b.address)) as never,
  );
};
