/**
 * Versions in expressions: `device.attributes["x"].version.isGreaterThan(semver("1.2.0"))`.
 * Models k8s.io/apiserver pkg/cel/library/semverlib.go, without normalization.
 */
import type { Cel } from '#k8s.io/apiserver/cel/cel';

type Environment = ReturnType<Cel['environmentWith']>;

const number = '(0|[1-9]\\d*)';
const words = '[0-9A-Za-z-]+(?:\\.[0-9A-Za-z-]+)*';
const form = new RegExp(
  `^${number}\\.${number}\\.${number}(?:-(${words}))?(?:\\+[0-9A-Za-z.-]+)?$`,
);

class Semver {
  readonly numbers: readonly bigint[];
  readonly pre: readonly string[];

  constructor(numbers: readonly bigint[], pre: readonly string[]) {
    this.numbers = numbers;
    this.pre = pre;
  }
}

function parse(text: string): Semver | undefined {
  const found = form.exec(text);
  if (found === null) return undefined;
  const [, major = '0', minor = '0', patch = '0', pre] = found;
  return new Semver([major, minor, patch].map(BigInt), pre?.split('.') ?? []);
}

function read(text: string): Semver {
  const version = parse(text);
  if (version === undefined) throw new Error(`Invalid semantic version: ${text}`);
  return version;
}

const sign = (less: boolean): number => (less ? -1 : 1);

/** As semver.org orders them: a version before its release is less than it. */
function compare(a: Semver, b: Semver): bigint {
  for (const [index, number] of a.numbers.entries()) {
    const other = b.numbers[index] ?? 0n;
    if (number !== other) return BigInt(sign(number < other));
  }
  if (a.pre.length === 0 || b.pre.length === 0) return BigInt(sameEnd(b.pre.length, a.pre.length));
  for (const [index, part] of a.pre.entries()) {
    const other = b.pre[index];
    if (other === undefined) return 1n;
    if (part !== other) return BigInt(comparePart(part, other));
  }
  return BigInt(sameEnd(a.pre.length, b.pre.length));
}

const sameEnd = (a: number, b: number): number => (a === b ? 0 : sign(a < b));

function comparePart(a: string, b: string): number {
  const [first, second] = [/^\d+$/.test(a), /^\d+$/.test(b)];
  if (first !== second) return sign(first);
  return sign(first ? BigInt(a) < BigInt(b) : a < b);
}

/** Adds the type; returns what makes a value of it. */
export function withSemver(environment: Environment): (text: string) => unknown {
  const type = 'kubernetes.Semver';
  environment.registerType(type, Semver as never);
  const add = (signature: string, handler: (...args: never[]) => unknown): void => {
    environment.registerFunction(signature, handler as (...args: unknown[]) => unknown);
  };
  add(`semver(string): ${type}`, read);
  add('isSemver(string): bool', (text: string) => parse(text) !== undefined);
  add(`${type}.compareTo(${type}): int`, compare);
  add(`${type}.isLessThan(${type}): bool`, (a: Semver, b: Semver) => compare(a, b) < 0n);
  add(`${type}.isGreaterThan(${type}): bool`, (a: Semver, b: Semver) => compare(a, b) > 0n);
  for (const [index, part] of ['major', 'minor', 'patch'].entries()) {
    add(`${type}.${part}(): int`, ({ numbers }: Semver) => numbers[index] ?? 0n);
  }
  environment.registerOperator(
    `${type} == ${type}`,
    ((a: Semver, b: Semver) => compare(a, b) === 0n) as never,
  );
  return parse;
}
