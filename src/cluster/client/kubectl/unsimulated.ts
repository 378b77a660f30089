/** Real commands that are not simulated: known by name, refused with the reason. */
import type { Command } from './command.ts';

export const unsimulated = (name: string, parent = 'kubectl', reason = ''): Command => ({
  name,
  short: `Not simulated (${parent} ${name})`,
  simulated: false,
  ...(reason === '' ? {} : { reason }),
});
