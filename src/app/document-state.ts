/**
 * The state of the run in the document, for links, tests and scripts of a host: `data-app="ready"`
 * once the cluster is there, `data-trace-hash` once the run is over and its trace is hashed, and in
 * the address the run, its typed commands, and the step.
 */
import { useLocale } from '#i18n/locale';
import { player } from '#player/player';
import type { Player } from '#player/player-state';
import { useLesson } from '#ui/lesson/lesson-store';
import { useTour } from '#ui/tour/tour-store';
import type { Recording } from '#worker/protocol';
import { addressOf } from './address.ts';
import { followLook, lookedAt } from './looked-at.ts';
import { writeInputs } from './shared-inputs.ts';
import { tourOrLesson } from './tour-or-lesson.ts';

/**
 * Milliseconds at one place before the address is updated: browsers limit how often it may change.
 */
const rest = 200;

/** Keeps the document up to date as the player changes: its state, and its address. */
export function reflectRun(root: HTMLElement): void {
  reflectState(root);
  reflectPlace();
}

let followed = false;

/** The state alone: behind the front door a run has no address yet. */
export function reflectState(root: HTMLElement): void {
  if (followed) return;
  followed = true;
  const reflect = ({ status, goal, recording }: Player, before?: Player): void => {
    if (status === before?.status && goal === before.goal) return;
    if (goal === undefined && recording !== undefined) root.dataset['app'] ??= 'ready';
    const hash = status.kind === 'done' ? status.hash : undefined;
    if (hash !== undefined) root.dataset['traceHash'] = hash;
    else delete root.dataset['traceHash'];
  };
  reflect(player.getState());
  player.subscribe(reflect);
}

function reflectPlace(): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const later = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => void writeAddress(), rest);
  };
  later();
  player.subscribe((state, before) => {
    const seen = (['recording', 'step', 'goal', 'depth'] as const).some(
      (name) => state[name] !== before[name],
    );
    if (seen) later();
  });
  useTour.subscribe(({ tour }, before) => {
    if (tour !== before.tour) later();
  });
  followLook(later);
  useLocale.subscribe(later);
}

/**
 * Writes the player's place into the address; while the player seeks, the address keeps its goal.
 */
async function writeAddress(): Promise<void> {
  const { recording, step, goal, depth: shown } = player.getState();
  if (recording === undefined || goal !== undefined) return;
  const tour = useTour.getState().tour?.id;
  const hash = await hashOf(recording, tour);
  const { locale: lang } = useLocale.getState();
  const depth = shown === 'story' ? '' : shown;
  const place = { step: step?.id, hash, ...tourOrLesson(), ...lookedAt(), lang, depth };
  history.replaceState(null, '', addressOf(location.href, recording, place));
}

/** The inputs of a tour are in the tour; a lesson may stand here itself. */
async function hashOf(recording: Recording, tour: string | undefined): Promise<string> {
  if (tour === undefined) return writeInputs(recording.inputs, recording);
  return tour === 'lesson' ? useLesson.getState().hash : '';
}
