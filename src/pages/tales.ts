/** Everything that has a page of its own: the tours, then the scenarios of the gallery. */
import { allTours } from '#scenarios/tours/all-tours';
import type { Tour } from '#scenarios/tours/tour';

const scenarios = import.meta.glob<Tour>('../scenarios/gallery/*/scenario.ts', {
  eager: true,
  import: 'tour',
});

export const tales: ReadonlyMap<string, Tour> = new Map(
  [...allTours, ...Object.values(scenarios)].map((tour) => [tour.id, tour]),
);
