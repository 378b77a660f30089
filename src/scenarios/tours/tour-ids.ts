/** The tours that there are, in the order of the menu. */
import type { TourId } from './tour.ts';

export const tourIds: readonly TourId[] = [
  'short-walk',
  'full-walk',
  'refused',
  'pending',
  'loss',
  'owners',
  'broken-start',
];

/** The tour of that name, if there is one. */
export const findTourId = (id: string | undefined): TourId | undefined =>
  tourIds.find((known) => known === id);
