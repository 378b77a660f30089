/** `kubectl auth`: who one is, and what one may do. */
import type { Command } from '../command.ts';
import { unsimulated } from '../unsimulated.ts';
import { canI } from './can-i.ts';
import { whoAmI } from './whoami.ts';

export const auth: Command = {
  name: 'auth',
  short: 'Inspect authorization',
  usage: 'SUBCOMMAND',
  subcommands: [canI, whoAmI, unsimulated('reconcile', 'kubectl auth')],
};
