/**
 * The words of a stop as sentences, for a slide: one is being said, the others stand around it. A
 * stop with more words than a slide has room for goes on at the end of a sentence, as 12a and 12b.
 */
import type { Anchor } from '#facts/telling';
import { textWidth } from '#i18n/text-width';

/** A part of a text that looks and acts as one: plain words, bold ones, or what it names. */
export interface Piece {
  readonly text: string;
  readonly bold?: boolean | undefined;
  /** What the words are in the picture. */
  readonly anchor?: Anchor | undefined;
}

export interface Sentence {
  readonly pieces: readonly Piece[];
  readonly text: string;
}

/** A sentence may end so, before more words; a wide full stop needs no space behind it. */
const ends = /[.!?…][”’"')\]]*(?=\s+\S)|[。！？][”’」』）]*(?=\S)/gu;
/** No sentence ends with these, nor with a single letter. */
const shortened = /(?:^|[\s(])(?:e\.g|i\.e|vs|cf|etc|approx|\p{L})\.$/iu;

/** Where the sentences of a text end. */
function endsIn(text: string): readonly number[] {
  const found: number[] = [];
  for (const { 0: sign, index } of text.matchAll(ends)) {
    const end = index + sign.length;
    if (!shortened.test(text.slice(0, index + 1))) found.push(end);
  }
  return [...found, text.length];
}

/** A sentence with the space that follows it; after a wide full stop there is none. */
export const spaced = (text: string): string => (/[。！？」』）]$/u.test(text) ? text : `${text} `);

/** The sentences of a text in pieces. What is marked as one is never cut. */
export function sentencesOf(pieces: readonly Piece[]): readonly Sentence[] {
  const text = pieces.map((piece) => piece.text).join('');
  const sentences: Sentence[] = [];
  let now: Piece[] = [];
  const close = (): void => {
    const words = now.map((piece) => piece.text).join('');
    if (words.trim() !== '') sentences.push({ pieces: now, text: words.trim() });
    now = [];
  };
  const stops = endsIn(text);
  let at = 0;
  for (const piece of pieces) {
    const whole = piece.anchor !== undefined;
    let from = 0;
    for (const stop of stops) {
      const cut = stop - at;
      if (cut <= from || cut > piece.text.length || (whole && cut < piece.text.length)) continue;
      now.push({ ...piece, text: piece.text.slice(from, cut) });
      close();
      from = cut;
    }
    if (from < piece.text.length) now.push({ ...piece, text: piece.text.slice(from) });
    at += piece.text.length;
  }
  close();
  return sentences;
}

/** Text in bold, marked by `**`. */
export const piecesOf = (text: string): readonly Piece[] =>
  text
    .split('**')
    .flatMap((part, index) => (part === '' ? [] : [{ text: part, bold: index % 2 === 1 }]));

/** What a slide has room for: three lines of 28 px, in Latin letters. */
const mostLetters = 260;

/** The sentences slide by slide, as even as they come; always at least one slide. */
export function slidesOf(sentences: readonly Sentence[]): readonly (readonly Sentence[])[] {
  const widths = sentences.map(({ text }) => textWidth(text) + 1);
  const whole = widths.reduce((sum, width) => sum + width, 0);
  const slides = Math.max(1, Math.ceil(whole / mostLetters));
  const aim = whole / slides;
  const parts: Sentence[][] = [[]];
  let filled = 0;
  sentences.forEach((sentence, index) => {
    const width = widths[index] ?? 0;
    const last = parts.at(-1) ?? [];
    const full = filled + width > mostLetters || filled + width / 2 > aim;
    if (last.length > 0 && full) {
      parts.push([sentence]);
      filled = width;
    } else {
      last.push(sentence);
      filled += width;
    }
  });
  return parts;
}

export interface Spoken {
  /** Which slide of the stop, from 0. */
  readonly slide: number;
  /** Of how many. */
  readonly slides: number;
  /** The sentences on it. */
  readonly sentences: readonly Sentence[];
  /** Which of these is being said. */
  readonly said: number;
  /** The number of the slide's first sentence within the stop. */
  readonly first: number;
}

/** What stands on the slide while a sentence of the stop is being said. */
export function spokenAt(sentences: readonly Sentence[], sentence: number): Spoken {
  const parts = slidesOf(sentences);
  let first = 0;
  for (const [slide, part] of parts.entries()) {
    const isLast = slide === parts.length - 1;
    if (isLast || sentence < first + part.length) {
      const said = Math.max(0, Math.min(part.length - 1, sentence - first));
      return { slide, slides: parts.length, sentences: part, said, first };
    }
    first += part.length;
  }
  return { slide: 0, slides: 1, sentences: [], said: 0, first: 0 };
}

/** `12`, or `12a` where the stop goes on with another slide. */
export const numberOf = (n: number, { slide, slides }: Pick<Spoken, 'slide' | 'slides'>): string =>
  slides < 2 ? String(n) : `${n}${String.fromCharCode('a'.charCodeAt(0) + slide)}`;
