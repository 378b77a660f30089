/** Begins the run that an address names, at the place that it names; for the page and the frame. */
import type { Address } from '#embed/parameters';
import { readBreakpoints } from '#player/breakpoints';
import { player } from '#player/player';
import { findScenario, scenarios } from '#scenarios/index';
import { isLessonHash } from '#ui/lesson/lesson-store';
import { followMotion } from '#ui/settings/settings-store';
import { showNotice, useNotice } from '#ui/shell/notice-store';
import { openTour } from '#ui/tour/open-tour';
import { useTour } from '#ui/tour/tour-store';
import type { TimedInput } from '#worker/protocol';
import { linkVersion } from './address.ts';
import { asksFirst } from './asks-first.ts';
import { readExtras } from './shared-inputs.ts';

/** Whose kubeconfig the terminal uses: the cluster's administrator. */
const user = 'admin';

/** Parameters that have only some values. */
const mayBeUnknown = /[?&](theme|ui|depth|motion|loop|speed|t|autoplay|follow|quiz|keys)=/;

/** The typed commands of the run; `undefined` if the link cannot be read. */
export type LinkedInputs = readonly TimedInput[] | undefined;

/**
 * Begins the run; `false` if there is none with this name. `proposes`: a run without inputs is that
 * of the command which the scenario proposes, even if the address names no place in it. A scenario
 * of the gallery, or a tour, is found under `tour` as under `scenario`.
 */
export async function openRun(
  address: Address,
  inputs: LinkedInputs,
  proposes: boolean,
): Promise<boolean> {
  const { seed, step, motion, bp = '', chapter, quiz, v, depth } = address;
  player.getState().prepare();
  const named = findScenario(address.scenario);
  const tour = address.tour ?? (named === undefined ? address.scenario : undefined);
  const known = tour === undefined ? undefined : await findTour(tour);
  if (seed === undefined || (named === undefined && known === undefined)) return false;
  const scenario = named ?? scenarios['create-deployment'];
  const { open, setReducedMotion, setBreakpoints, setDepth } = player.getState();
  setDepth(depth ?? 'story');
  setBreakpoints(readBreakpoints(bp));
  followMotion(motion, setReducedMotion);
  const { id, readyAt, suggestion: line } = scenario;
  const proposed = { at: readyAt, kind: 'command', line, user } as const;
  const run = inputs?.length === 0 && (proposes || namesPlace(address)) ? [proposed] : inputs;
  const extras = inputs === undefined ? {} : await readExtras(location.hash);
  const wanted = { scenario: id, seed, inputs: run ?? [], ...extras };
  const much = asksFirst(wanted);
  const begin = (): void => {
    if (much === undefined) open(wanted, { readyAt, user }, step);
    else {
      // The same cluster, before any of it.
      const { until: _, ...cluster } = wanted;
      open({ ...cluster, inputs: [] }, { readyAt, user });
      const act = (): void => open(wanted, { readyAt, user }, step);
      showNotice(much, { label: 'notice.much.run', act });
    }
  };
  useTour.setState({ quiz });
  useNotice.setState({ linkVersion: v === linkVersion ? undefined : v });
  const refuse = (): void => {
    showNotice({ id: 'notice.tour' });
    begin();
  };
  if (address.lesson !== undefined || isLessonHash(location.hash)) openLesson(address, begin);
  else if (known !== undefined) openTour(known, { seed, step, chapter }).catch(refuse);
  else if (tour !== undefined) refuse();
  else begin();
  if (asksForPlace(address)) (await import('./take-place.ts')).takePlace(address);
  if (mayBeUnknown.test(location.search)) {
    void import('./unknown-values.ts')
      .then(({ noticeUnknownValues }) => noticeUnknownValues(location.search))
      .catch(() => undefined);
  }
  return true;
}

/** Fetched, because few addresses name a tour. */
const findTour = async (tour: string) => (await import('#scenarios/tours/course')).findTourId(tour);

/** Whether there is anything to do beside opening the run; most links do not ask for it. */
function asksForPlace({ view, focus, follow, panel, speed, keys, loop, t, autoplay }: Address) {
  const values = [view, focus, follow, panel, speed, loop, t];
  return autoplay || !keys || values.some((value) => value !== undefined);
}

/** An address with only a place means the scenario's own run, with the command that it proposes. */
function namesPlace({ step, t, autoplay, loop }: Address): boolean {
  return step !== undefined || t !== undefined || autoplay || loop !== undefined;
}

/** Opens the lesson that the address names or holds; if that fails, the cluster stays. */
function openLesson({ seed, step, chapter, lesson }: Address, begin: () => void): void {
  const own = new URLSearchParams(location.search).has('seed') ? seed : undefined;
  void import('#ui/lesson/open-lesson')
    .then(({ openLinked }) => openLinked(lesson, location.hash, { seed: own, step, chapter }))
    .catch(() => false)
    .then((opened) => opened || begin());
}
