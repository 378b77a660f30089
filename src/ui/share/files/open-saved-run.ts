/** Opens a run from a file, at the step where it was saved. */
import { largestFile, readSavedRun, type SavedRun, type SavedRunProblem } from '#export/saved-run';
import { player } from '#player/player';
import { findScenario } from '#scenarios/index';
import { findTourId } from '#scenarios/tours/course';
import { showNotice } from '../../shell/notice-store.ts';
import { openTour } from '../../tour/open-tour.ts';
import { leaveTour } from '../../tour/tour-store.ts';

/** The error of the file; `undefined` when its run has begun. */
export async function openSavedRun(file: File): Promise<SavedRunProblem | undefined> {
  if (file.size > largestFile) return 'large';
  const read = readSavedRun(await file.text(), (id) => findScenario(id) !== undefined);
  if (!read.ok) return read.problem;
  await begin(read.run);
  return undefined;
}

async function begin({ recording, step, tour, hash }: SavedRun): Promise<void> {
  const scenario = findScenario(recording.scenario);
  if (scenario === undefined) return;
  const tourId = findTourId(tour);
  leaveTour();
  if (tourId !== undefined) {
    await openTour(tourId, { seed: recording.seed, step });
    // A tour of another version may have other inputs than the file.
    const { inputs } = player.getState().recording ?? { inputs: [] };
    if (JSON.stringify(inputs) === JSON.stringify(recording.inputs)) {
      compare(hash);
      return;
    }
    leaveTour();
  }
  const { readyAt } = scenario;
  player.getState().open(recording, { readyAt, user: 'admin' }, step);
  compare(hash);
}

/** Reports when the run differs from the run that was saved. */
function compare(hash: string | undefined): void {
  if (hash === undefined) return;
  const { recording } = player.getState();
  const stop = player.subscribe((state) => {
    if (state.recording !== recording) stop();
    else if (state.status.kind === 'done' && state.status.hash !== undefined) {
      stop();
      if (state.status.hash !== hash) showNotice({ id: 'import.differs' });
    }
  });
}
