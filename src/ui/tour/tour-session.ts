/**
 * Opens a tour: puts its run into the player, binds its beats as they come, and pauses where it
 * asks.
 */
import { useDiagram } from '#diagram/diagram-store';
import { player } from '#player/player';
import type { Mark, Player } from '#player/player-state';
import type { GalleryId } from '#scenarios/gallery/gallery';
import { findScenario } from '#scenarios/index';
import type { Lesson } from '#scenarios/lessons/lesson';
import { languageIn, lessonTour, wordsIn } from '#scenarios/lessons/lesson-tour';
import { beatAt, beatWords, bindTour, questionAt } from '#scenarios/tours/bind-tour';
import { findTourId } from '#scenarios/tours/course';
import { type Beat, driveOf, type Tour, type TourId } from '#scenarios/tours/tour';
import { tourAt } from './tour-at.ts';
import {
  type Answer,
  answer,
  leaveTour,
  type TourPlace,
  type TourState,
  useTour,
} from './tour-store.ts';
import { followTourWords } from './tour-words.ts';

const tours: Readonly<Record<TourId, () => Promise<{ readonly tour: Tour }>>> = {
  'short-walk': () => import('#scenarios/tours/short-walk'),
  'full-walk': () => import('#scenarios/tours/full-walk'),
  'kubelet-modules': () => import('#scenarios/tours/kubelet-modules'),
  components: () => import('#scenarios/tours/components'),
  refused: () => import('#scenarios/tours/refused'),
  pending: () => import('#scenarios/tours/pending'),
  loss: () => import('#scenarios/tours/loss'),
  owners: () => import('#scenarios/tours/owners'),
  'broken-start': () => import('#scenarios/tours/broken-start'),
};

const gallery = import.meta.glob<{ readonly tour: Tour }>('../../scenarios/gallery/*/scenario.ts');

/**
 * Fetches a tour, or a scenario of the gallery; rejects if there is none, or if it cannot be
 * fetched.
 */
async function fetchTour(id: TourId | GalleryId): Promise<Tour> {
  const fetch = Object.hasOwn(tours, id)
    ? tours[id as TourId]
    : gallery[`../../scenarios/gallery/${id}/scenario.ts`];
  if (fetch === undefined) throw new Error(`There is no scenario "${id}".`);
  return (await fetch()).tour;
}

let follows: (() => void) | undefined;

/** Begins the run of a tour at a step, at a chapter, or at its first beat. */
export async function beginTour(id: TourId | GalleryId, place: TourPlace): Promise<void> {
  const [tour] = await Promise.all([fetchTour(id), followTourWords(id)]);
  begin(tour, place);
}

/** Begins a lesson, which brings its own words; rejects as `beginTour` does. */
export async function beginLesson(lesson: Lesson, place: TourPlace): Promise<void> {
  const { scenario } = lesson;
  const base = findScenario(scenario) === undefined ? findTourId(scenario) : undefined;
  const { tour, words } = lessonTour(lesson, base && (await fetchTour(base)));
  await followTourWords(undefined, {
    words: (locale) => wordsIn(words, locale),
    languageOf(id, locale) {
      const text = words[id];
      return text === undefined ? undefined : languageIn(text, locale);
    },
  });
  begin(tour, place);
}

function begin(tour: Tour, { seed, step, chapter }: TourPlace): void {
  const scenario = findScenario(tour.scenario);
  if (scenario === undefined) return;
  follows?.();
  const { readyAt } = scenario;
  const inputs = driveOf(tour, readyAt);
  player.getState().open({ scenario: scenario.id, seed, inputs }, { readyAt, user: 'admin' }, step);
  useTour.setState({ tour, bound: [], answers: {}, ...tourAt });
  const first = tour.chapters[0]?.id;
  follows = follow(tour, inputs, step === undefined ? (chapter ?? first) : undefined);
}

/** Keeps the tour with its run until the run becomes another one; returns how to stop. */
function follow(tour: Tour, drive: readonly unknown[], chapter: string | undefined): () => void {
  let wanted = chapter;
  let shown: Beat | undefined;
  let away: Readonly<Record<string, Answer>> | undefined;
  const playsTour = (recording: Player['recording']): boolean =>
    drive.every((input, index) => recording?.inputs[index] === input);
  const hear = (state: Player, before?: Player): void => {
    const { recording, steps } = state;
    const same = playsTour(recording);
    // While a what-if is shown, the tour waits for its own run to come back.
    if (!same && state.branches.some((branch) => playsTour(branch.recording))) {
      away ??= useTour.getState().answers;
      if (useTour.getState().tour === tour) leaveTour();
      return;
    }
    if (same && away !== undefined) useTour.setState({ tour, bound: [], answers: away });
    else if (state.log !== before?.log) useTour.setState({ bound: [] });
    away = undefined;
    if (!same || useTour.getState().tour !== tour) {
      end();
      return;
    }
    if (steps !== before?.steps) {
      bindTo(tour, state);
      wanted = cameTo(wanted, state);
    }
    const { beat } = beatAt(useTour.getState().bound, state.cursor) ?? {};
    if (beat !== shown) lookAt(beat, shown);
    shown = beat;
    if (state.cursor !== before?.cursor && state.playing) stopToAsk(tour, before?.cursor ?? 0);
    // The clock stands while a question is open: who starts it again skips the question.
    else if (state.playing && before?.playing === false) {
      const asks = tourAt.asksAt(state.cursor);
      if (asks !== undefined) answer(asks, 'skipped');
    }
  };
  const stop = player.subscribe(hear);
  const end = (): void => {
    stop();
    follows = undefined;
    if (useTour.getState().tour === tour) leaveTour();
    if (player.getState().marks !== undefined) player.getState().setMarks(undefined);
  };
  hear(player.getState());
  return end;
}

/** Where the tour stops: at its beats, and where it asks a question or shows the answer. */
function stopsOf({ bound, quiz }: Pick<TourState, 'bound' | 'quiz'>): readonly Mark[] {
  const beats = new Set(bound.map(({ fact }) => fact));
  const asked = bound.flatMap(({ question }) =>
    question === undefined || !quiz ? [] : [question.stop, question.reveal],
  );
  const facts = [...new Set([...beats, ...asked])].sort((a, b) => a - b);
  return facts.map((fact) => ({ fact, question: !beats.has(fact) }));
}

function bindTo(tour: Tour, { steps, log, setMarks }: Player): void {
  const known = useTour.getState().bound;
  const bound = bindTour(tour, steps, log.facts, known);
  const open = ({ question }: (typeof bound)[number]): number => question?.reveal ?? 0;
  const grown =
    bound.length !== known.length || bound.some((beat, i) => open(beat) !== open(known[i] ?? beat));
  if (!grown) return;
  useTour.setState({ bound });
  setMarks(stopsOf(useTour.getState()));
}

/** Goes to the wanted chapter once the run has come to it; returns the chapter still wanted. */
function cameTo(wanted: string | undefined, { status, seek }: Player): string | undefined {
  if (wanted === undefined) return undefined;
  const found = useTour.getState().bound.find(({ chapter }) => chapter.id === wanted);
  if (found === undefined) return status.kind === 'done' ? undefined : wanted;
  seek(found.fact);
  return undefined;
}

/** Playing stops right before a deciding step if nobody has answered its question yet. */
function stopToAsk(tour: Tour, from: number): void {
  const { bound, answers, quiz } = useTour.getState();
  const { cursor, pause, seek } = player.getState();
  const asked = questionAt(bound, cursor);
  if (!quiz || asked === undefined || from >= asked.question.stop) return;
  const { chapter, beat } = asked.beat;
  if (answers[beatWords(tour, chapter, beat)] !== undefined) return;
  pause();
  if (asked.revealed) seek(asked.question.stop);
}

/** Points the camera where a beat wants it; after such a beat it follows the steps again. */
function lookAt(beat: Beat | undefined, before: Beat | undefined): void {
  const { enter, setFocus, setFollowing } = useDiagram.getState();
  const { focus, zoom } = beat ?? {};
  if (focus === undefined && before?.focus === undefined) return;
  if (focus !== undefined && zoom === 'room') {
    enter(focus);
    return;
  }
  useDiagram.setState({ room: undefined, station: undefined });
  if (focus === undefined) setFollowing(true);
  else setFocus(focus);
}
