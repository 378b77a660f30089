/**
 * Quantities in expressions: `quantity("1Gi").isLessThan(quantity("2Gi"))`.
 * Models k8s.io/apiserver pkg/cel/library/quantity.go.
 */
import { formatQuantity, type ParsedQuantity, parseQuantity } from '#k8s.io/apimachinery/quantity';
import { failed, functions, type Library } from './library.ts';

const giga = 1_000_000_000n;

class QuantityValue {
  readonly parsed: ParsedQuantity;

  constructor(parsed: ParsedQuantity) {
    this.parsed = parsed;
  }

  toString(): string {
    return formatQuantity(this.parsed);
  }
}

const nanosOf = (value: QuantityValue | bigint): bigint =>
  typeof value === 'bigint' ? value * giga : value.parsed.nanos;

function read(text: string): QuantityValue {
  const parsed = parseQuantity(text);
  return parsed === undefined ? failed(`quantity parse error: ${text}`) : new QuantityValue(parsed);
}

const sum = (a: QuantityValue, nanos: bigint): QuantityValue =>
  new QuantityValue({ ...a.parsed, nanos: a.parsed.nanos + nanos });

const sign = (value: bigint): bigint => (value > 0n ? 1n : value < 0n ? -1n : 0n);
const compare = (a: QuantityValue, b: QuantityValue): bigint => sign(nanosOf(a) - nanosOf(b));

export const quantities: Library = (environment) => {
  const type = 'kubernetes.Quantity';
  environment.registerType(type, QuantityValue as never);
  functions(environment, {
    [`quantity(string): ${type}`]: read,
    'isQuantity(string): bool': (text: string) => parseQuantity(text) !== undefined,
    [`${type}.sign(): int`]: (value: QuantityValue) => sign(value.parsed.nanos),
    [`${type}.isInteger(): bool`]: ({ parsed }: QuantityValue) => parsed.nanos % giga === 0n,
    [`${type}.asInteger(): int`]: ({ parsed }: QuantityValue) =>
      parsed.nanos % giga === 0n ? parsed.nanos / giga : failed('cannot convert value to integer'),
    [`${type}.asApproximateFloat(): double`]: ({ parsed }: QuantityValue) =>
      Number(parsed.nanos) / 1e9,
    [`${type}.add(${type}): ${type}`]: (a: QuantityValue, b: QuantityValue) => sum(a, nanosOf(b)),
    [`${type}.add(int): ${type}`]: (a: QuantityValue, b: bigint) => sum(a, nanosOf(b)),
    [`${type}.sub(${type}): ${type}`]: (a: QuantityValue, b: QuantityValue) => sum(a, -nanosOf(b)),
    [`${type}.sub(int): ${type}`]: (a: QuantityValue, b: bigint) => sum(a, -nanosOf(b)),
    [`${type}.isLessThan(${type}): bool`]: (a: QuantityValue, b: QuantityValue) =>
      compare(a, b) < 0n,
    [`${type}.isGreaterThan(${type}): bool`]: (a: QuantityValue, b: QuantityValue) =>
      compare(a, b) > 0n,
    [`${type}.compareTo(${type}): int`]: compare,
  });
  environment.registerOperator(
    `${type} == ${type}`,
    ((a: QuantityValue, b: QuantityValue) => compare(a, b) === 0n) as never,
  );
};
