/**
 * The way of a clicker through the run: the stops of a tour, with its questions and answers, or
 * the beats of the run; a stop with many words has several slides.
 */
import { useDiagram } from '#diagram/diagram-store';
import { captionedFact } from '#player/captioned-fact';
import { countAt } from '#player/navigation';
import { player } from '#player/player';
import type { Depth } from '#player/player-state';
import {
  type AskedQuestion,
  beatAt,
  beatCount,
  beatWords,
  questionAt,
} from '#scenarios/tours/bind-tour';
import { type Answer, answer, useTour } from '../tour/tour-store.ts';
import { spokenAt } from './sentences.ts';
import { roundsOf, useShow, voteAgain } from './show-store.ts';
import { goToSentence, sentenceAt, useSlide } from './slide-store.ts';
import { stopAt } from './stop.ts';

/** A tour is walked by its stops, at any depth. */
const walked = (): Depth | undefined =>
  useTour.getState().tour === undefined ? undefined : 'story';

/** What a tour asks or has just answered at the cursor. */
function askedAt(cursor: number): AskedQuestion | undefined {
  const { bound, quiz } = useTour.getState();
  return quiz ? questionAt(bound, cursor) : undefined;
}

/** A question as it stands on the slide. */
export interface ShownQuestion extends AskedQuestion {
  /** The id of its words. */
  readonly id: string;
}

/** The question on the slide: open, or with its answer until somebody goes on. */
export function shownQuestion(
  cursor: number = player.getState().cursor,
  revealed: string | undefined = useSlide.getState().revealed,
): ShownQuestion | undefined {
  const { tour } = useTour.getState();
  const asked = askedAt(cursor);
  if (tour === undefined || asked === undefined) return undefined;
  const id = beatWords(tour, asked.beat.chapter, asked.beat.beat);
  return asked.revealed && revealed !== id ? undefined : { ...asked, id };
}

/** Where the words on the slide stand, and on how many slides. */
function spokenNow(): ReturnType<typeof spokenAt> {
  const at = captionedFact(player.getState());
  const { sentences } = stopAt(at, false);
  return spokenAt(sentences, sentenceAt(useSlide.getState(), at));
}

/** Away from a slide: what was opened on it by hand is closed again. */
function leaveSlide(): void {
  useSlide.setState({ revealed: undefined, terminal: undefined });
  const { byHand, leave, station } = useDiagram.getState();
  if (!byHand) return;
  if (station !== undefined) leave();
  leave();
}

/** On: from a question without an answer, from an answer to its stop, or to the next slide. */
export function goOn(): void {
  const asked = shownQuestion();
  const { slide, slides, first, sentences } = spokenNow();
  leaveSlide();
  if (asked !== undefined && !asked.revealed) answer(asked.id, 'skipped');
  else if (asked !== undefined && asked.beat.fact === player.getState().cursor) return;
  else if (asked === undefined && slide < slides - 1) {
    goToSentence(first + sentences.length);
    return;
  }
  const { marks, cursor, stepForward } = player.getState();
  // After the last stop of a tour nothing follows, though the run goes on.
  if (marks?.some(({ fact }) => fact > cursor) !== false) stepForward(walked());
}

/** Back to the slide before; from the first one there is no way back, not even to the empty map. */
export function goBack(): void {
  const asked = shownQuestion();
  const { slide, first } = spokenNow();
  leaveSlide();
  if (asked === undefined && slide > 0) {
    goToSentence(first - 1);
    return;
  }
  const { marks, cursor, stepBack } = player.getState();
  if (marks?.some(({ fact }) => fact < cursor) !== false) stepBack(walked());
}

/** One sentence on or back, within the stop. */
export function saySentence(by: 1 | -1): void {
  if (shownQuestion() !== undefined) return;
  const at = captionedFact(player.getState());
  const { sentences } = stopAt(at, false);
  const next = sentenceAt(useSlide.getState(), at) + by;
  if (next >= 0 && next < sentences.length) goToSentence(next);
}

/** The run goes on, and is the answer; what most of the class said is its guess. */
export function reveal(): void {
  const asked = shownQuestion();
  if (asked === undefined || asked.revealed) return;
  const hands = roundsOf(useShow.getState().tallies, asked.id).at(-1) ?? [];
  const most = Math.max(...hands);
  answer(asked.id, most > 0 ? (hands.indexOf(most) as Answer) : 'skipped');
  useSlide.setState({ revealed: asked.id });
  player.getState().stepForward('stages');
  const { cursor, seek } = player.getState();
  if (cursor < asked.question.reveal) seek(asked.question.reveal);
}

/** After a talk with the neighbour: the question once more; the first hands stay to be seen. */
export function askAgain(): void {
  const asked = shownQuestion();
  if (asked === undefined) return;
  voteAgain(asked.id);
  useSlide.setState({ revealed: undefined });
  if (asked.revealed) player.getState().seek(asked.question.stop);
}

/** To the question that was asked last, or to the next one. */
export function goToQuestion(): void {
  const { bound } = useTour.getState();
  const { cursor, seek } = player.getState();
  const asked = shownQuestion() ?? askedAt(cursor);
  const stop =
    asked?.question.stop ??
    bound.find(({ question }) => question !== undefined && question.stop > cursor)?.question?.stop;
  useSlide.setState({ revealed: undefined });
  if (stop !== undefined) seek(stop);
}

/** How far a lesson has come: in stops of the tour, or as the run is counted. */
export function progressAt(): { readonly n: number; readonly total: number } {
  const { tour, bound } = useTour.getState();
  const state = player.getState();
  if (tour === undefined) {
    const [n, total] = countAt(state);
    return { n, total };
  }
  const asked = shownQuestion();
  const at = asked?.beat.index ?? beatAt(bound, captionedFact(state))?.index ?? -1;
  return { n: at + 1, total: beatCount(tour) };
}
