/** `kubectl auth`: who am I, what may I do, and roles that grant what a manifest says. */
import type { Command } from '../command.ts';
import { canI } from './can-i.ts';
import { reconcile } from './reconcile.ts';
import { whoAmI } from './whoami.ts';

export const auth: Command = {
  name: 'auth',
  short: 'Inspect authorization',
  usage: 'SUBCOMMAND',
  subcommands: [canI, whoAmI, reconcile],
};
