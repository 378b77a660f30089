/** All tours at once, in the order of the menu: for what must know of every one. */
import { tour as brokenStart } from './broken-start.ts';
import { tour as components } from './components.ts';
import { tour as fullWalk } from './full-walk.ts';
import { tour as kubeletModules } from './kubelet-modules.ts';
import { tour as loss } from './loss.ts';
import { tour as owners } from './owners.ts';
import { tour as pending } from './pending.ts';
import { tour as refused } from './refused.ts';
import { tour as shortWalk } from './short-walk.ts';
import type { Tour } from './tour.ts';

export const allTours: readonly Tour[] = [
  shortWalk,
  fullWalk,
  kubeletModules,
  components,
  refused,
  pending,
  loss,
  owners,
  brokenStart,
];
