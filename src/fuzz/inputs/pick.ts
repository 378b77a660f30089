/** Small arbitraries that every grammar needs. */
import fc from 'fast-check';

/** One of the words of a text. */
export const pick = (words: string): fc.Arbitrary<string> => fc.constantFrom(...words.split(' '));

/** A text with some characters put in, taken out or repeated. */
export const damaged = (text: string, marks: string): fc.Arbitrary<string> =>
  fc
    .tuple(fc.nat(text.length), fc.nat(4), fc.oneof(pick(marks), fc.string({ maxLength: 3 })))
    .map(([at, gone, extra]) => text.slice(0, at) + extra + text.slice(at + gone));

/** Any text, also such as no keyboard types. */
export const anyText: fc.Arbitrary<string> = fc.oneof(
  fc.string({ maxLength: 30 }),
  fc.string({ unit: 'binary', maxLength: 10 }),
  fc.string({ unit: 'grapheme', maxLength: 10 }),
);
