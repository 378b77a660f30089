/** printf: `%s %b %c %d %i %u %o %x %X %f %e %g %%` with flags, width and precision. */
import { unescaped } from '../escapes.ts';
import { appletName, type Program } from '../program.ts';

const verbs = /%([-+ 0#]*)(\d+|\*)?(?:\.(\d+))?([sbcdiuoxXfeg%])/g;

export const printf: Program = function* (context) {
  const [, format] = context.argv;
  if (format === undefined) {
    context.err(`${appletName(context)}: usage: printf FORMAT [ARGUMENT...]\n`);
    return 2;
  }
  const words = context.argv.slice(2);
  let code = 0;
  const numberOf = (word: string): number => {
    const value = word.startsWith("'") ? word.charCodeAt(1) : Number(word);
    if (!Number.isNaN(value)) return value;
    context.err(`${appletName(context)}: invalid number '${word}'\n`);
    code = 1;
    return Number.parseFloat(word) || 0;
  };
  const plain = unescaped(format);
  // The format is used again while arguments are left.
  do {
    const left = words.length;
    const text = plain.replace(
      verbs,
      (
        _all,
        flags: string,
        wide: string | undefined,
        precise: string | undefined,
        verb: string,
      ) => {
        if (verb === '%') return '%';
        const width = wide === '*' ? Number(words.shift() ?? 0) : Number(wide ?? 0);
        const precision = precise === undefined ? undefined : Number(precise);
        return padded(
          shown(verb, words.shift() ?? '', flags, precision, numberOf),
          flags,
          width,
          verb,
        );
      },
    );
    context.out(text);
    if (words.length === left) break;
  } while (words.length > 0);
  return code;
};

function shown(
  verb: string,
  word: string,
  flags: string,
  precision: number | undefined,
  numberOf: (word: string) => number,
): string {
  if (verb === 's') return word.slice(0, precision);
  if (verb === 'b') return unescaped(word);
  if (verb === 'c') return word.slice(0, 1);
  const value = numberOf(word === '' ? '0' : word);
  const sign = flags.includes('+') && value >= 0 ? '+' : '';
  if (verb === 'f') return sign + value.toFixed(precision ?? 6);
  if (verb === 'e') return value.toExponential(precision ?? 6).replace(/e([-+])(\d)$/, 'e$10$2');
  if (verb === 'g') return String(Number(value.toPrecision(precision ?? 6)));
  const whole = Math.trunc(value);
  if (verb === 'o') return whole.toString(8);
  if (verb === 'x') return (flags.includes('#') ? '0x' : '') + whole.toString(16);
  if (verb === 'X') return (flags.includes('#') ? '0X' : '') + whole.toString(16).toUpperCase();
  return sign + String(whole);
}

function padded(text: string, flags: string, width: number, verb: string): string {
  if (flags.includes('-')) return text.padEnd(width);
  if (!flags.includes('0') || /[sbc]/.test(verb)) return text.padStart(width);
  const [, sign = '', digits = ''] = /^([-+]?)(.*)$/s.exec(text) ?? [];
  return sign + digits.padStart(width - sign.length, '0');
}
