/** `kubectl set`: changes of a part of a workload. */
import type { Command } from '../command.ts';
import { unsimulated } from '../unsimulated.ts';
import { setImage } from './set-image.ts';

const notHere = ['env', 'resources', 'selector', 'serviceaccount', 'subject'];

export const set: Command = {
  name: 'set',
  short: 'Set specific features on objects',
  usage: 'SUBCOMMAND',
  subcommands: [setImage, ...notHere.map((name) => unsimulated(name, 'kubectl set'))],
};
