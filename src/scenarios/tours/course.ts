/** Everything that is told, tours and scenarios of the gallery, by name and in its order. */
import { findGalleryId, type GalleryId, gallery } from '../gallery/gallery.ts';
import type { TourId } from './tour.ts';
import { tourIds } from './tour-ids.ts';

/** The tour of that name, or the scenario of the gallery, if there is one. */
export const findTourId = (id: string | undefined): TourId | GalleryId | undefined =>
  tourIds.find((known) => known === id) ?? findGalleryId(id);

/** Everything that is told, as one course: the short walk, the gallery, the long tours. */
const course: readonly (TourId | GalleryId)[] = [
  'short-walk',
  ...gallery.map(({ id }) => id),
  ...tourIds.filter((id) => id !== 'short-walk'),
];

/** What to see after a tour or a scenario of the gallery; nothing after the last, or a lesson. */
export const nextInCourse = (id: string): TourId | GalleryId | undefined => {
  const known = findTourId(id);
  return known === undefined ? undefined : course[course.indexOf(known) + 1];
};
