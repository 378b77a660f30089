/**
 * Resource quantities: `250m`, `1.5`, `64Mi`, `3e6`.
 *
 * Models k8s.io/apimachinery/pkg/api/resource quantity.go: exact to a billionth, and printed in
 * the canonical form of the format it was written in. In and out: text, as objects carry it;
 * `milliValue` and `wholeValue` give numbers for arithmetic. A text that is no quantity is
 * undefined where it may come from a user, and a crash where the object was validated before.
 * Not modelled: a decimal exponent above 999 (upstream takes it and then computes for minutes);
 * such a text is no quantity here.
 */
import { must } from '#base/assert';
import type { Quantity } from './meta/v1.ts';

export type QuantityFormat = 'DecimalSI' | 'BinarySI' | 'DecimalExponent';

export interface ParsedQuantity {
  /** The value in billionths, the finest step there is. */
  readonly nanos: bigint;
  readonly format: QuantityFormat;
}

const nano = 1_000_000_000n;
const decimalSuffixes = ['n', 'u', 'm', '', 'k', 'M', 'G', 'T', 'P', 'E'] as const;
const binarySuffixes = ['', 'Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei'] as const;

/** Source: maxAllowed, the most that a quantity in binary format may be: an int64. */
const maxBinary = (2n ** 63n - 1n) * nano;
const largestExponent = 999;

const shape = /^([+-]?)(\d*)(?:\.(\d*))?(Ki|Mi|Gi|Ti|Pi|Ei|[numkMGTPE]|[eE][+-]?\d+)?$/;

/** What the server says of a text that is no quantity. Source: resource.ErrFormatWrong. */
export const quantityFormatError =
  "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";

/** Reads a quantity; undefined when the text is none. Source: resource.ParseQuantity. */
export function parseQuantity(text: Quantity): ParsedQuantity | undefined {
  const known = parsedTexts.get(text);
  if (known !== undefined) return known;
  const match = shape.exec(text);
  if (match === null) return undefined;
  const [, sign, whole = '', fraction = '', suffix = ''] = match;
  if (whole === '' && fraction === '') return undefined;
  const digits = BigInt(`${whole}${fraction}` || '0');
  const multiplier = multiplierOf(suffix);
  if (multiplier === undefined) return undefined;
  const { numerator, format } = multiplier;
  const divisor = 10n ** BigInt(fraction.length) * (numerator.divisor ?? 1n);
  const exact = digits * nano * numerator.factor;
  // What is finer than a billionth is rounded away from zero, never lost.
  const rounded = (exact + divisor - 1n) / divisor;
  const nanos = format === 'BinarySI' && rounded > maxBinary ? maxBinary : rounded;
  const parsed: ParsedQuantity = { nanos: sign === '-' ? -nanos : nanos, format };
  parsedTexts.set(text, parsed);
  return parsed;
}

// Values by text: the same few texts are read again and again by every scheduling cycle.
const parsedTexts = new Map<string, ParsedQuantity>();

interface Multiplier {
  readonly factor: bigint;
  readonly divisor?: bigint;
}

function multiplierOf(
  suffix: string,
): { readonly numerator: Multiplier; readonly format: QuantityFormat } | undefined {
  if (/^[eE][+-]?\d/.test(suffix)) {
    const exponent = Number(suffix.slice(1));
    if (exponent > largestExponent) return undefined;
    // All that is below a billionth is rounded up to one, however small it is.
    const numerator = powerOfTen(Math.max(exponent, -largestExponent));
    return { numerator, format: 'DecimalExponent' };
  }
  const binary = binarySuffixes.indexOf(suffix as 'Ki');
  if (binary > 0) return { numerator: { factor: 1024n ** BigInt(binary) }, format: 'BinarySI' };
  const decimal = decimalSuffixes.indexOf(suffix as 'k');
  return { numerator: powerOfTen((decimal - 3) * 3), format: 'DecimalSI' };
}

const powerOfTen = (exponent: number): Multiplier =>
  exponent >= 0
    ? { factor: 10n ** BigInt(exponent) }
    : { factor: 1n, divisor: 10n ** BigInt(-exponent) };

/** The canonical text: no fraction, the largest suffix. Source: Quantity.CanonicalizeBytes. */
export function formatQuantity({ nanos, format }: ParsedQuantity): Quantity {
  if (nanos === 0n) return '0';
  const small = nanos > -1024n * nano && nanos < 1024n * nano;
  if (format === 'BinarySI' && !small && nanos % nano === 0n) return binaryText(nanos / nano);
  return decimalText(nanos, format === 'DecimalExponent');
}

function binaryText(value: bigint): string {
  let rest = value;
  let suffix = 0;
  while (rest % 1024n === 0n && suffix < binarySuffixes.length - 1) {
    rest /= 1024n;
    suffix++;
  }
  return `${rest}${binarySuffixes[suffix]}`;
}

function decimalText(nanos: bigint, exponentForm: boolean): string {
  let rest = nanos;
  let suffix = 0;
  while (rest % 1000n === 0n && (exponentForm || suffix < decimalSuffixes.length - 1)) {
    rest /= 1000n;
    suffix++;
  }
  const exponent = (suffix - 3) * 3;
  if (!exponentForm) return `${rest}${decimalSuffixes[suffix]}`;
  return exponent === 0 ? `${rest}` : `${rest}e${exponent}`;
}

/** A valid quantity; a text that validation let through and that is none is a bug. */
export const mustParseQuantity = (text: Quantity): ParsedQuantity =>
  must(parseQuantity(text), `"${text}" is no quantity`);

const ceilDiv = (value: bigint, step: bigint): bigint =>
  value >= 0n ? (value + step - 1n) / step : value / step;

/** Thousandths, rounded up: the unit of cpu. Source: Quantity.MilliValue. */
export function milliValue(text: Quantity): number {
  const known = milliTexts.get(text);
  if (known !== undefined) return known;
  const value = Number(ceilDiv(mustParseQuantity(text).nanos, 1_000_000n));
  milliTexts.set(text, value);
  return value;
}

const milliTexts = new Map<string, number>();

/** Units, rounded up: the unit of memory is bytes. Source: Quantity.Value. */
export function wholeValue(text: Quantity): number {
  const known = wholeTexts.get(text);
  if (known !== undefined) return known;
  const value = Number(ceilDiv(mustParseQuantity(text).nanos, nano));
  wholeTexts.set(text, value);
  return value;
}

const wholeTexts = new Map<string, number>();

/** The canonical text of a text, e.g. `1` of `1000m`. */
export const canonicalQuantity = (text: Quantity): Quantity =>
  formatQuantity(mustParseQuantity(text));

/** The canonical text, rounded up to thousandths, as defaulting does to every ResourceList. */
export function roundedUpToMilli(text: Quantity): Quantity {
  const { nanos, format } = mustParseQuantity(text);
  const milli = 1_000_000n;
  const rounded = nanos % milli === 0n ? nanos : ceilDiv(nanos, milli) * milli;
  return formatQuantity({ nanos: rounded, format });
}

/** Negative, zero or positive, as a is less than, equal to or more than b. */
export function compareQuantities(a: Quantity, b: Quantity): number {
  if (a === b) return 0;
  const left = mustParseQuantity(a).nanos;
  const right = mustParseQuantity(b).nanos;
  return left < right ? -1 : left > right ? 1 : 0;
}

export const isZeroQuantity = (text: Quantity): boolean => mustParseQuantity(text).nanos === 0n;

/** The sum, in the format of the first unless that is zero. Source: Quantity.Add. */
export function addQuantities(a: Quantity, b: Quantity): Quantity {
  const left = mustParseQuantity(a);
  const right = mustParseQuantity(b);
  const format = left.nanos === 0n ? right.format : left.format;
  return formatQuantity({ nanos: left.nanos + right.nanos, format });
}

/** The difference, in the format of the first unless that is zero. Source: Quantity.Sub. */
export function subtractQuantities(a: Quantity, b: Quantity): Quantity {
  const left = mustParseQuantity(a);
  const right = mustParseQuantity(b);
  const format = left.nanos === 0n ? right.format : left.format;
  return formatQuantity({ nanos: left.nanos - right.nanos, format });
}

/** A number of thousandths as text, e.g. cpu. Source: resource.NewMilliQuantity. */
export const quantityFromMilli = (milli: number, format: QuantityFormat = 'DecimalSI'): Quantity =>
  formatQuantity({ nanos: BigInt(milli) * 1_000_000n, format });

/** A number of units as text. Source: resource.NewQuantity. */
export const quantityFromWhole = (value: number, format: QuantityFormat): Quantity =>
  formatQuantity({ nanos: BigInt(value) * nano, format });

/** The value as a floating point number, where exactness does not matter. */
export const approximateValue = (text: Quantity): number =>
  Number(mustParseQuantity(text).nanos) / 1e9;
