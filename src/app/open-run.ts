/** Begins the run that an address names, at the place that it names; for the page and the frame. */

import type { Address } from '#embed/parameters';
import { readBreakpoints } from '#player/breakpoints';
import { player } from '#player/player';
import { findScenario } from '#scenarios/index';
import { findTourId } from '#scenarios/tours/tour-ids';
import { followMotion } from '#ui/settings/settings-store';
import { showNotice, useNotice } from '#ui/shell/notice-store';
import { openTour } from '#ui/tour/open-tour';
import { useTour } from '#ui/tour/tour-store';
import type { TimedInput } from '#worker/protocol';
import { linkVersion } from './address.ts';
import { reflectRun } from './document-state.ts';
import { takePlace } from './take-place.ts';

/** Whose kubeconfig the terminal uses: the cluster's administrator. */
const user = 'admin';

/** What was typed in the run; `undefined`: what the link says of it cannot be read. */
export type LinkedInputs = readonly TimedInput[] | undefined;

/**
 * Begins the run; `false` when there is none like it. `proposes`: without inputs of its own the run
 * is that of the command which the scenario proposes, even where the address names no place in it.
 */
export function openRun(address: Address, inputs: LinkedInputs, proposes: boolean): boolean {
  const { scenario: id, seed, step, motion, bp = '', tour, chapter, quiz, v } = address;
  const scenario = findScenario(id);
  if (scenario === undefined || seed === undefined) return false;
  const { open, setReducedMotion, setBreakpoints } = player.getState();
  setBreakpoints(readBreakpoints(bp));
  followMotion(motion, setReducedMotion);
  const { readyAt, suggestion: line } = scenario;
  const proposed = { at: readyAt, kind: 'command', line, user } as const;
  const run = inputs?.length === 0 && (proposes || namesPlace(address)) ? [proposed] : inputs;
  const begin = (): void =>
    open({ scenario: id, seed, inputs: run ?? [] }, { readyAt, user }, step);
  useTour.setState({ quiz });
  useNotice.setState({ linkVersion: v === linkVersion ? undefined : v });
  const known = findTourId(tour);
  const refuse = (): void => {
    showNotice({ id: 'notice.tour' });
    begin();
  };
  if (known !== undefined) openTour(known, { seed, step, chapter }).catch(refuse);
  else if (tour !== undefined) refuse();
  else begin();
  takePlace(address);
  reflectRun(document.documentElement);
  return true;
}

/** A place alone is one of the scenario's own run: of the command that it proposes. */
function namesPlace({ step, t, autoplay, loop }: Address): boolean {
  return step !== undefined || t !== undefined || autoplay || loop !== undefined;
}
