/** The title of a scenario of the gallery, from its own words. */
import type { ReactNode } from 'react';
import { useTour } from './tour-store.ts';
import { useTourT } from './tour-words.ts';

export default function TourTitle(): ReactNode {
  const t = useTourT();
  const id = useTour(({ tour }) => tour?.id);
  return id === undefined ? null : t(id);
}
