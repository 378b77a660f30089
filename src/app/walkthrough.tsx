/**
 * The page of a run: mounts the interface and begins what an address names, or waits behind the
 * front door for the command that somebody runs there.
 */
import { type ReactNode, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { type Address, readAddress } from '#embed/parameters';
import { chooseLocale, type Locale, useLocale } from '#i18n/locale';
import { startPlayback } from '#player/playback';
import { player } from '#player/player';
import type { Player } from '#player/player-state';
import { isOver, when } from '#player/when-up';
import { openBuilder } from '#ui/builder/builder-store';
import { readingTime } from '#ui/caption/reading-time';
import { loadStory } from '#ui/caption/telling';
import type { WaitingWalk } from '#ui/front/front-door';
import { presentIfAsked } from '#ui/presenter/start-presenting';
import { AppShell } from '#ui/shell/app-shell.tsx';
import { fetchAhead } from '#ui/shell/fetch-ahead';
import { showNotice } from '#ui/shell/notice-store';
import { onlyAsks } from '#ui/terminal/answer';
import { likelyLine, runLine } from '#ui/terminal/run-line';
import { addressOf } from './address.ts';
import { reflectRun, reflectState } from './document-state.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { openRun } from './open-run.ts';
import { readInputs } from './shared-inputs.ts';
import { unreadable } from './unreadable.ts';

/** Opens what the address of the page names. */
export async function openLinked(root: HTMLElement, locale: Locale): Promise<void> {
  const inputs = await readInputs(location.hash);
  // A link that cannot be read opens the same cluster, with nothing typed in it, and says so.
  if (inputs === undefined) showNotice(unreadable(location.hash));
  const address = readAddress(location.search);
  const query = new URLSearchParams(location.search);
  const served = query.get('served');
  const door = query.get('door');
  followPlayer(served === null);
  if (door !== null) (await import('./offer-door.ts')).offerDoor(door);
  // The run begins while the words are on their way.
  const opening = served === null ? openRun(address, inputs, false) : joinRun(served);
  presentIfAsked(location.search);
  if (query.get('build') === '1') openBuilder();
  const draw = async (): Promise<void> => {
    const opened = await opening;
    // A server's run has the address that the server printed, and so has that of a bridge.
    const own = served === null && door === null;
    if (opened) (own ? reflectRun : reflectState)(document.documentElement);
    mount(root, opened ? <AppShell /> : await problemOf(address, served !== null));
  };
  await speak(locale).then(draw, draw);
  fetchAhead();
}

/** What goes on beside the page for as long as it is open; `prologue`: also before a command. */
function followPlayer(prologue: boolean): void {
  startPlayback(player, readingTime);
  fetchBeside(prologue);
}

/**
 * Milliseconds after which a part that did not arrive is asked for again. Firefox keeps the failure
 * until the page is loaded anew; there it is at least no error of the page.
 */
const again = 5_000;

/** Nobody rests, and no time passes, before the cluster is there. */
function fetchBeside(prologue: boolean): void {
  import('#player/beside').then(
    (beside) => {
      beside.startRiding(player);
      beside.expectAtRest(player);
      beside.keepScenesAtRest(player);
      if (prologue) beside.playPrologue(player);
    },
    () => setTimeout(fetchBeside, again, prologue),
  );
}

/** Words that cannot be fetched are said in English. */
const speak = (locale: Locale): Promise<void> =>
  chooseLocale(locale).catch(() => chooseLocale('en'));

function mount(root: HTMLElement, page: ReactNode): void {
  createRoot(root).render(
    <StrictMode>
      <ErrorBoundary>{page}</ErrorBoundary>
    </StrictMode>,
  );
}

const joinRun = async (token: string): Promise<boolean> =>
  (await import('./join-run.ts')).joinRun(token);

async function problemOf(address: Address, served: boolean): Promise<ReactNode> {
  if (served) {
    const { ServedProblem } = await import('./served-problem.tsx');
    return <ServedProblem />;
  }
  const { ProblemPage } = await import('./problem-page.tsx');
  return <ProblemPage address={address} />;
}

/** Starts the cluster of the front door, and shows nothing of it yet. */
export async function prepareWalk(root: HTMLElement, locale: Locale): Promise<WaitingWalk> {
  const address = readAddress(location.search);
  followPlayer(false);
  await Promise.all([openRun(address, [], false), speak(locale)]);
  reflectState(document.documentElement);
  // The words of the first beat.
  loadStory(locale).catch(() => undefined);
  fetchAhead();
  return {
    speak: (next) => void speak(next),
    expect: (line) => player.getState().setAtPrompt(likelyLine(line)),
    ready: (onProgress) =>
      when((state) => {
        const is = isThere(state);
        if (!is) onProgress(startedPercent(state));
        return is;
      }),
    async begin(line) {
      const { recording } = player.getState();
      if (recording !== undefined) {
        const { locale: lang } = useLocale.getState();
        const place = { step: undefined, hash: '', lang };
        history.pushState(null, '', addressOf(location.href, recording, place));
      }
      runLine(line);
      reflectRun(document.documentElement);
      mount(root, <AppShell />);
      await new Promise(requestAnimationFrame);
    },
    async goOn(line, play) {
      await when(hasNextBeat);
      const { play: playOn, stepForward } = player.getState();
      if (play) playOn();
      // What only asks is answered already.
      else if (!onlyAsks(line)) stepForward();
    },
  };
}

/** Whether the run has a beat to go on to, or will have none. */
const hasNextBeat = (state: Player): boolean =>
  isOver(state) ||
  (state.goal === undefined && state.beats.some(({ fact }) => fact > state.cursor));

/** The cluster is there, or the page has to say why it is not. */
const isThere = (state: Player): boolean =>
  (state.recording !== undefined && state.goal === undefined) || isOver(state);

function startedPercent({ status, options }: Player): number {
  const at = status.kind === 'running' ? status.at : 0;
  return Math.min(100, Math.round((100 * at) / Math.max(1, options.readyAt)));
}
