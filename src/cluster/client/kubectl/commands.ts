/** Every kubectl command, in the groups of its help. */
import { apply } from './apply/apply.ts';
import { auth } from './auth/auth.ts';
import type { Command } from './command.ts';
import { cordon, uncordon } from './cordon/cordon.ts';
import { create } from './create/create.ts';
import { deleteCommand } from './delete/delete.ts';
import { describeCommand } from './describe/describe.ts';
import { eventsCommand } from './events/events.ts';
import { exec } from './exec/exec.ts';
import { expose } from './expose/expose.ts';
import { get } from './get/get.ts';
import { annotate, label } from './label/label.ts';
import { logs } from './logs/logs.ts';
import { patch } from './patch/patch.ts';
import { rollout } from './rollout/rollout.ts';
import { run } from './run/run.ts';
import { scale } from './scale/scale.ts';
import { set } from './set/set.ts';
import { taint } from './taint/taint.ts';
import { unsimulated } from './unsimulated.ts';
import { version } from './version/version.ts';

interface CommandGroup {
  readonly title: string;
  readonly commands: readonly Command[];
}

const notHere = (...names: readonly string[]): readonly Command[] =>
  names.map((name) => unsimulated(name));

const commandGroups: readonly CommandGroup[] = [
  {
    title: 'Basic Commands (Beginner):',
    commands: [create, expose, run, set],
  },
  {
    title: 'Basic Commands (Intermediate):',
    commands: [...notHere('explain'), get, ...notHere('edit'), deleteCommand],
  },
  { title: 'Deploy Commands:', commands: [rollout, scale, ...notHere('autoscale')] },
  {
    title: 'Cluster Management Commands:',
    commands: [
      ...notHere('certificate', 'cluster-info', 'top'),
      cordon,
      uncordon,
      ...notHere('drain'),
      taint,
    ],
  },
  {
    title: 'Troubleshooting and Debugging Commands:',
    commands: [
      describeCommand,
      logs,
      ...notHere('attach'),
      exec,
      ...notHere('port-forward', 'proxy', 'cp'),
      auth,
      ...notHere('debug'),
      eventsCommand,
    ],
  },
  {
    title: 'Advanced Commands:',
    commands: [...notHere('diff'), apply, patch, ...notHere('replace', 'wait', 'kustomize')],
  },
  { title: 'Settings Commands:', commands: [label, annotate, ...notHere('completion')] },
  {
    title: 'Other Commands:',
    commands: [...notHere('api-resources', 'api-versions', 'config', 'kuberc', 'plugin'), version],
  },
];

export const kubectlCommand: Command = {
  name: 'kubectl',
  short: 'kubectl controls the Kubernetes cluster manager.',
  subcommands: commandGroups.flatMap(({ commands }) => commands),
};
