/** All tours at once, in the order of the menu: for what must know of every one. */
import { tour as shortWalk } from './short-walk.ts';
import type { Tour } from './tour.ts';

export const allTours: readonly Tour[] = [shortWalk];
