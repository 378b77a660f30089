/** Opens a run from a file, at the step where it was saved. */
import { largestFile, readSavedRun, type SavedRun, type SavedRunProblem } from '#export/saved-run';
import { t as translate } from '#i18n/locale';
import { player } from '#player/player';
import { findScenario } from '#scenarios/index';
import { findTourId } from '#scenarios/tours/course';
import { showNotice } from '../../shell/notice-store.ts';
import { openTour } from '../../tour/open-tour.ts';
import { leaveTour, type TourPlace } from '../../tour/tour-store.ts';

/** The error of the file; `undefined` when its run has begun. */
export async function openSavedRun(file: File): Promise<SavedRunProblem | undefined> {
  if (file.size > largestFile) return 'large';
  const read = readSavedRun(await file.text(), (id) => findScenario(id) !== undefined);
  if (!read.ok) return read.problem;
  await begin(read.run);
  return undefined;
}

async function begin({ recording, step, tour, lesson, hash }: SavedRun): Promise<void> {
  const scenario = findScenario(recording.scenario);
  if (scenario === undefined) return;
  const options = { readyAt: scenario.readyAt, user: 'admin' };
  leaveTour();
  if (await openTold({ seed: recording.seed, step }, tour, lesson)) {
    const drive = player.getState().recording?.inputs ?? [];
    const more = recording.inputs.slice(drive.length);
    const inputs = [...drive, ...more];
    // A tour of another version may have other inputs than the file.
    if (JSON.stringify(inputs) === JSON.stringify(recording.inputs)) {
      // What the reader did besides belongs to the run too.
      if (more.length > 0) player.getState().open({ ...recording, inputs }, options, step);
      compare(hash);
      return;
    }
    leaveTour();
  }
  player.getState().open(recording, options, step);
  compare(hash);
}

/** Opens the tour or the lesson of the file; `false` if it has none, or one that is not there. */
async function openTold(
  place: TourPlace,
  tour: string | undefined,
  lesson: string | undefined,
): Promise<boolean> {
  const tourId = findTourId(tour);
  if (tourId !== undefined) {
    await openTour(tourId, place);
    return true;
  }
  if (tour !== 'lesson') return false;
  if (lesson !== undefined) {
    const { openText } = await import('../../lesson/open-lesson.ts');
    return await openText(lesson, translate('export.lesson'), place);
  }
  // A file of a version that wrote the name alone.
  showNotice({ id: 'notice.lesson', params: { lesson: 'lesson', reason: 'not in the file' } });
  return false;
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
