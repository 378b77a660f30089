/** Every kubectl command, in the groups of its help. */
import type { Command } from './command.ts';
import { create } from './create/create.ts';
import { deleteCommand } from './delete/delete.ts';
import { get } from './get/get.ts';
import { run } from './run/run.ts';
import { scale } from './scale/scale.ts';
import { unsimulated } from './unsimulated.ts';

export interface CommandGroup {
  readonly title: string;
  readonly commands: readonly Command[];
}

export const commandGroups: readonly CommandGroup[] = [
  {
    title: 'Basic Commands (Beginner):',
    commands: [create, unsimulated('expose'), run, unsimulated('set')],
  },
  {
    title: 'Basic Commands (Intermediate):',
    commands: [unsimulated('explain'), get, unsimulated('edit'), deleteCommand],
  },
  {
    title: 'Deploy Commands:',
    commands: [unsimulated('rollout'), scale, unsimulated('autoscale')],
  },
];

export const kubectlCommand: Command = {
  name: 'kubectl',
  short: 'kubectl controls the Kubernetes cluster manager.',
  subcommands: commandGroups.flatMap(({ commands }) => commands),
};
