/** What the open tour says and asks at a fact: pure functions of (tour, stops, answers, words). */
import { namedLine } from '#scenarios/lessons/marks';
import { beatStopAt, beatWords, questionAt } from '#scenarios/tours/bind-tour';
import { stopTelling } from './stop-telling.ts';
import { type TourState, useTour } from './tour-store.ts';
import { tourText } from './tour-words.ts';

const captionAt = (cursor: number): string => wordsAt(cursor, '');

/** `suffix`: `.md` for the words of a lesson with their marks, which tours do not have. */
function wordsAt(cursor: number, suffix: string): string {
  const { tour, bound } = useTour.getState();
  const now = beatStopAt(bound, cursor);
  if (tour === undefined || now === undefined) return '';
  return tourText(`${beatWords(tour, now.chapter, now.beat)}${suffix}`);
}

const tellingAt: TourState['tellingAt'] = (log, fact, tellings) => {
  const stop = beatStopAt(useTour.getState().bound, fact);
  if (stop === undefined) return undefined;
  const marked = wordsAt(fact, '.md');
  if (marked === '') return stopTelling({ log, stop, text: captionAt(fact) }, tellings);
  const { line: text, anchors: named } = namedLine(marked);
  return stopTelling({ log, stop, text, named }, tellings);
};

function asksAt(cursor: number): string | undefined {
  const { tour, bound, answers, quiz } = useTour.getState();
  const asked = quiz ? questionAt(bound, cursor) : undefined;
  if (tour === undefined || asked === undefined || asked.revealed) return undefined;
  const id = beatWords(tour, asked.beat.chapter, asked.beat.beat);
  return answers[id] === undefined ? id : undefined;
}

/** For the store, which every page has. */
export const tourAt = { captionAt, tellingAt, asksAt } as const;
