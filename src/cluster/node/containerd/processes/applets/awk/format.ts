/** Values as texts: a number by CONVFMT or OFMT, and what printf makes of a format. */
import { mostInVariable } from '../../bounds.ts';
import { numberText, padded } from '../number-format.ts';
import { outOfMemory } from './syntax.ts';
import { numberOf, type Value } from './values.ts';

/** `format` is CONVFMT, or OFMT for what print writes. */
export function textOf(value: Value, format: string): string {
  if (typeof value === 'string') return value;
  if (typeof value !== 'number') return value?.text ?? '';
  if (Number.isSafeInteger(value)) return String(value);
  return Number.isInteger(value) ? numberText('d', '', 0, value) : formatted(format, [value]);
}

// The counts are bounded, so that no format takes long to read.
const verbs = /%(?:%|([-+ 0#']{0,6})(\*|\d{0,9})(?:\.(\*|\d{0,9}))?([cdiouxXeEfFgGs]))/g;

/** What sprintf returns; anything that is no conversion stays. */
export function formatted(format: string, args: readonly Value[], convfmt = '%.6g'): string {
  let next = 0;
  let length = format.length;
  const count = (given: string | undefined): number | undefined => {
    if (given === undefined) return undefined;
    return given === '*' ? Math.trunc(numberOf(args[next++])) : Number(given);
  };
  return format.replace(
    verbs,
    (_all, flags: string, wide: string, precise: string | undefined, verb: string | undefined) => {
      if (verb === undefined) return '%';
      const width = count(wide) ?? 0;
      const precision = count(precise);
      length += Math.max(Math.abs(width), precision ?? 0);
      if (length > mostInVariable) throw outOfMemory();
      const allFlags = width < 0 ? `${flags}-` : flags;
      const text = shown(verb, flags, precision, args[next++], convfmt);
      length += text.length;
      return padded(text, allFlags, Math.abs(width), verb);
    },
  );
}

function shown(
  verb: string,
  flags: string,
  precision: number | undefined,
  value: Value,
  convfmt: string,
): string {
  if (verb === 's') return textOf(value, convfmt).slice(0, precision);
  if (verb !== 'c') return numberText(verb, flags, precision, numberOf(value));
  return typeof value === 'string' ? value.slice(0, 1) : String.fromCharCode(numberOf(value) & 255);
}
