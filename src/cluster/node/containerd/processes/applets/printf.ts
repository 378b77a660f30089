/** printf: `%s %b %c %d %i %u %o %x %X %f %e %g %%` with flags, width and precision. */
import { unescaped } from '../escapes.ts';
import { appletName, type Program } from '../program.ts';
import { numberText, padded } from './number-format.ts';

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
  return numberText(verb, flags, precision, numberOf(word === '' ? '0' : word));
}
