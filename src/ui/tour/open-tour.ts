/** Opens a tour from anywhere on the page. */
import type { GalleryId } from '#scenarios/gallery/gallery';
import type { TourId } from '#scenarios/tours/tour';
import type { TourPlace } from './tour-store.ts';

/** Fetches a tour, or a scenario of the gallery, and begins its run; rejects if that fails. */
export async function openTour(id: TourId | GalleryId, place: TourPlace): Promise<void> {
  const { beginTour } = await import('./tour-session.ts');
  await beginTour(id, place);
}
