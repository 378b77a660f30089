/** Opens a tour from anywhere on the page. */
import type { TourId } from '#scenarios/tours/tour';
import type { TourPlace } from './tour-store.ts';

/** Fetches a tour and begins its run; rejects when it cannot be fetched. */
export async function openTour(id: TourId, place: TourPlace): Promise<void> {
  const { beginTour } = await import('./tour-session.ts');
  await beginTour(id, place);
}
