/**
 * The four old texts: their language, and when they were written, with what tells it. This is the
 * only place for their years; words in the catalogues have holes such as `{from000}` and `{to002}`.
 */
import texts from './old-texts.json' with { type: 'json' };

interface OldText {
  /** As `seed` of a statement in `coverage.json`. */
  readonly id: string;
  readonly language: string;
  /** The year it was written in, or the earliest that it can be. */
  readonly from: number;
  /** The latest year; absent when it is not known. */
  readonly to?: number;
  /** How the years are known. */
  readonly evidence: string;
}

export const oldTexts: readonly OldText[] = texts;

/** `from` and `to` of each text by its id, and of `All` together, for the holes of words. */
export const oldTextYears: Readonly<Record<string, number>> = {
  ...Object.fromEntries(
    oldTexts.flatMap(({ id, from, to }) => [
      [`from${id}`, from],
      ...(to === undefined ? [] : [[`to${id}`, to] as const]),
    ]),
  ),
  fromAll: Math.min(...oldTexts.map(({ from }) => from)),
  toAll: Math.max(...oldTexts.map(({ from, to }) => to ?? from)),
};

/** A text of a tour with the years of the old texts in their holes; other holes stay. */
export const withYears = (text: string): string =>
  text.replace(/\{(\w+)\}/g, (hole, name: string) => String(oldTextYears[name] ?? hole));
