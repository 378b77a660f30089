/** `kubectl set`: changes of a part of a workload. */
import type { Command } from '../command.ts';
import { setEnv } from './set-env.ts';
import { setImage } from './set-image.ts';
import { setParts } from './set-parts.ts';

export const set: Command = {
  name: 'set',
  short: 'Set specific features on objects',
  usage: 'SUBCOMMAND',
  subcommands: [setEnv, setImage, ...setParts],
};
