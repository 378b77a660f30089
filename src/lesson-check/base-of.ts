/** The tour or the scenario of the gallery that a lesson names in place of a bare cluster. */
import { join } from 'node:path';
import { findGalleryId } from '#scenarios/gallery/gallery';
import { findScenario } from '#scenarios/index';
import { readLesson } from '#scenarios/lessons/read-lesson';
import { allTours } from '#scenarios/tours/all-tours';
import type { Tour } from '#scenarios/tours/tour';

const folder = join(import.meta.dirname, '../scenarios/gallery');

/** `undefined` if the lesson names a cluster, or cannot be read. */
export async function baseOf(text: string): Promise<Tour | undefined> {
  const read = readLesson(text);
  const id = read.ok ? read.value.scenario : '';
  if (findScenario(id) !== undefined) return undefined;
  const tour = allTours.find((each) => each.id === id);
  if (tour !== undefined) return tour;
  if (findGalleryId(id) === undefined) return undefined;
  const found: { readonly tour: Tour } = await import(join(folder, id, 'scenario.ts'));
  return found.tour;
}
