/** The tours that there are, in the order of the menu. */
import type { TourId } from './tour.ts';

export const tourIds: readonly TourId[] = [
  'short-walk',
  'full-walk',
  'kubelet-modules',
  'components',
  'refused',
  'pending',
  'loss',
  'owners',
  'broken-start',
];
