/** The tours that there are, in the order of the menu. */
import { findGalleryId, type GalleryId } from '../gallery/gallery.ts';
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

/** The tour of that name, or the scenario of the gallery, if there is one. */
export const findTourId = (id: string | undefined): TourId | GalleryId | undefined =>
  tourIds.find((known) => known === id) ?? findGalleryId(id);
