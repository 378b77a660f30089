/**
 * Numbers as C's printf writes them: `d i u o x X e E f F g G`, with flags and a precision.
 *
 * A number that lies exactly between two ends on the even digit, as with glibc and musl.
 */

/** More than a command may print. */
const widest = 8 * 2 ** 20;
/** The most digits that JavaScript counts out; a precision above it is filled with zeros. */
const mostDigits = 100;
/** So many more digits show whether a number lies exactly between two. */
const more = 25;

/** Without its padding. */
export function numberText(
  verb: string,
  flags: string,
  precision: number | undefined,
  value: number,
): string {
  const isNegative = value < 0 || Object.is(value, -0);
  const sign = isNegative ? '-' : flags.includes('+') ? '+' : flags.includes(' ') ? ' ' : '';
  if (!Number.isFinite(value)) return Number.isNaN(value) ? 'nan' : `${sign}inf`;
  const size = Math.abs(value);
  const text = /[efg]/i.test(verb)
    ? sign + floating(verb.toLowerCase(), flags, Math.min(precision ?? 6, widest), size)
    : whole(verb, flags, precision ?? 0, Math.trunc(value), isNegative && size < 1 ? '' : sign);
  return /[EGX]/.test(verb) ? text.toUpperCase() : text;
}

function whole(
  verb: string,
  flags: string,
  precision: number,
  value: number,
  sign: string,
): string {
  const number = BigInt(value);
  const digits = (size: bigint, base: number): string =>
    size.toString(base).padStart(Math.min(precision, widest), '0');
  if (/[di]/.test(verb)) return sign + digits(number < 0n ? -number : number, 10);
  // What a register holds.
  const unsigned = number < 0n ? BigInt.asUintN(64, number) : number;
  if (verb === 'u') return digits(unsigned, 10);
  const mark = flags.includes('#') ? { o: '0', x: '0x', X: '0x' }[verb] : '';
  return (mark ?? '') + digits(unsigned, verb === 'o' ? 8 : 16);
}

function floating(verb: string, flags: string, precision: number, size: number): string {
  if (verb === 'f') return fixed(size, precision);
  if (verb === 'e') return exponential(size, precision);
  const figures = Math.max(precision, 1);
  const text = exponential(size, figures - 1);
  const power = Number(text.slice(text.indexOf('e') + 1));
  const isSmall = power < -4 || power >= figures;
  const shown = isSmall ? text : fixed(size, figures - 1 - power);
  if (flags.includes('#')) return shown;
  const [digits = '', exponent] = shown.split('e');
  const short = digits.includes('.') ? digits.replace(/0+$/, '').replace(/\.$/, '') : digits;
  return exponent === undefined ? short : `${short}e${exponent}`;
}

function fixed(size: number, precision: number): string {
  const digits = Math.min(precision, mostDigits);
  // From here on a number is a whole one, and JavaScript would write an exponent.
  const text =
    size >= 1e21
      ? `${BigInt(size)}${digits > 0 ? '.' : ''}${'0'.repeat(digits)}`
      : evenly((count) => size.toFixed(count), digits);
  return text + '0'.repeat(precision - digits);
}

function exponential(size: number, precision: number): string {
  const digits = Math.min(precision, mostDigits);
  const [, power = ''] = size.toExponential(digits).split('e');
  const text = evenly((count) => size.toExponential(count).split('e')[0] ?? '', digits);
  const exponent = `${power.slice(0, 1)}${power.slice(1).padStart(2, '0')}`;
  return `${text}${'0'.repeat(precision - digits)}e${exponent}`;
}

/** Rounds to the even digit, where JavaScript rounds up. */
function evenly(digitsOf: (count: number) => string, digits: number): string {
  const rounded = digitsOf(digits);
  if (digits + more > mostDigits) return rounded;
  const exact = digitsOf(digits + more);
  const cut = exact.slice(0, -more).replace(/\.$/, '');
  return /^50*$/.test(exact.slice(-more)) && /[02468]$/.test(cut) ? cut : rounded;
}

/** A text of at least `width` characters; numbers may be filled with zeros. */
export function padded(text: string, flags: string, width: number, verb: string): string {
  const wide = Math.min(width, widest);
  if (flags.includes('-')) return text.padEnd(wide);
  // Neither texts nor `inf` and `nan`.
  if (!flags.includes('0') || /[sbc]/.test(verb) || /[in]/i.test(text)) return text.padStart(wide);
  const [, sign = '', digits = ''] = /^([-+ ]?(?:0x)?)(.*)$/is.exec(text) ?? [];
  return sign + digits.padStart(wide - sign.length, '0');
}
