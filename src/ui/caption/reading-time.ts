/**
 * The words that the page shows at this moment, and how long a reader needs for them.
 *
 * While the stages folded into a beat are played, the words are those of the beat already: words
 * and movement begin together.
 */
import { t } from '#i18n/locale';
import { captionInLog } from '#player/caption-in-log';
import type { Player } from '#player/player-state';
import { useTour } from '../tour/tour-store.ts';
import { lineAt } from './telling.ts';

/** Milliseconds: before the first word, for a word, and for a sign of Chinese or Japanese. */
const pace = { begin: 1200, word: 300, sign: 120 } as const;
/** A decision needs about half as much time again. */
export const decisionPace = 1.5;

const signs = /[\u2e80-\u9fff\uff00-\uffef]/g;

/** How long it takes to read a text, in milliseconds. */
export function readingTimeOf(text: string): number {
  const wide = text.match(signs)?.length ?? 0;
  const words = text.replace(signs, ' ').match(/[\p{L}\p{N}][^\s]*/gu)?.length ?? 0;
  return pace.begin + pace.word * words + pace.sign * wide;
}

/** How long the words at the cursor stay while it plays. */
export function readingTime(state: Player): number {
  const { log, cursor } = state;
  const time = readingTimeOf(textAt(state));
  const decides = log.beats.some(({ fact, kind }) => fact === cursor && kind === 'decide');
  return decides ? time * decisionPace : time;
}

/** The words of a tour at its stops; between them the beat's line, or the fact's own words. */
function textAt({ log, cursor, depth }: Player): string {
  const words = useTour.getState().captionAt(cursor);
  if (words !== '') return words;
  const line = depth === 'story' ? lineAt(log, cursor) : undefined;
  if (line !== undefined) return line;
  const fact = log.fact(cursor);
  if (fact === undefined) return '';
  const { id, params } = captionInLog(log, fact);
  return t(id, params);
}
