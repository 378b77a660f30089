/** What the run is told in: the tour, or the lesson, as an address names it. */
import { useLesson } from '#ui/lesson/lesson-store';
import { useTour } from '#ui/tour/tour-store';
import type { Place } from './address.ts';

export function toldIn(): Pick<Place, 'tour' | 'lesson'> {
  const tour = useTour.getState().tour?.id;
  // A lesson without a path is behind the `#`.
  return tour === 'lesson' ? { lesson: useLesson.getState().path } : { tour };
}
