/**
 * The state of the run in the document, for links, tests and scripts of a host: `data-app="ready"`
 * once the cluster is there, `data-trace-hash` once the run is over and its trace is hashed, and in
 * the address the run, its typed commands, and the step.
 */
import { useLocale } from '#i18n/locale';
import { player } from '#player/player';
import type { Player } from '#player/player-state';
import { useLesson } from '#ui/lesson/lesson-store';
import { showNotice } from '#ui/shell/notice-store';
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
    // A tab may be lost while the run is computed or plays on: what was typed does not wait for
    // its end, only for the first picture.
    const { recording } = state;
    if (recording !== before.recording && isTypedOn(before.recording, recording)) {
      setTimeout(() => void writeTyped(recording), rest);
    }
  });
  useTour.subscribe(({ tour }, before) => {
    if (tour !== before.tour) later();
  });
  followLook(later);
  useLocale.subscribe(later);
}

/** Whether it is the same run with other inputs. */
const isTypedOn = (before: Recording | undefined, now: Recording | undefined): now is Recording =>
  before?.scenario === now?.scenario &&
  before?.seed === now?.seed &&
  before?.inputs !== now?.inputs;

/** Writes what was typed into the address, and says so when it is more than an address holds. */
async function writeTyped(recording: Recording): Promise<void> {
  if (player.getState().recording !== recording) return;
  const tour = useTour.getState().tour?.id;
  const own = await hashOf(recording, tour);
  // A lesson that was opened meanwhile has written its own.
  const isSame = player.getState().recording === recording && useTour.getState().tour?.id === tour;
  if (!isSame) return;
  if (!fits(recording, own, tour)) showNotice({ id: 'notice.long' });
  const url = new URL(location.href);
  url.hash = heldOf(recording, own, tour);
  history.replaceState(null, '', url);
}

/** An address that holds no inputs, although there are some, is that of another run. */
const fits = ({ inputs }: Recording, hash: string, tour: string | undefined): boolean =>
  hash !== '' || inputs.length === 0 || tour !== undefined;

/** The longest beginning of a run that an address held. */
let held: { readonly recording: Recording; readonly hash: string } | undefined;

/** What the address holds of a run: all, or its beginning where the whole does not fit. */
function heldOf(recording: Recording, hash: string, tour: string | undefined): string {
  if (fits(recording, hash, tour)) {
    held = { recording, hash };
    return hash;
  }
  const { scenario, seed, inputs } = held?.recording ?? {};
  const isSame = scenario === recording.scenario && seed === recording.seed;
  const begins = inputs?.every((input, index) => input === recording.inputs[index]) ?? false;
  return isSame && begins ? (held?.hash ?? '') : '';
}

/**
 * Writes the player's place into the address; while the player seeks, the address keeps its goal.
 */
async function writeAddress(): Promise<void> {
  const { recording, step, goal, depth: shown } = player.getState();
  if (recording === undefined || goal !== undefined) return;
  const tour = useTour.getState().tour?.id;
  const hash = heldOf(recording, await hashOf(recording, tour), tour);
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
