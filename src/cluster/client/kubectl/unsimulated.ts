/** Real commands that this cluster does not carry out: known by name, refused in words. */
import type { Command } from './command.ts';

export const unsimulated = (name: string, parent = 'kubectl'): Command => ({
  name,
  short: `Not simulated (${parent} ${name})`,
  simulated: false,
});
