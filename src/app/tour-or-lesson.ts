/** The tour or the lesson that is open, in the form of an address. */
import { useLesson } from '#ui/lesson/lesson-store';
import { useTour } from '#ui/tour/tour-store';
import type { Place } from './address.ts';

export function tourOrLesson(): Pick<Place, 'tour' | 'lesson'> {
  const tour = useTour.getState().tour?.id;
  // A lesson without a path is behind the `#`.
  return tour === 'lesson' ? { lesson: useLesson.getState().path } : { tour };
}
