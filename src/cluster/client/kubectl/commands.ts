/** Every kubectl command, in the groups of its help. */

import { ok } from '#base/result';
import { apiResources, apiVersions } from './api-resources/api-resources.ts';
import { apply } from './apply/apply.ts';
import { attach } from './attach/attach.ts';
import { auth } from './auth/auth.ts';
import { autoscale } from './autoscale/autoscale.ts';
import { certificate } from './certificate/certificate.ts';
import { clusterInfo } from './cluster-info/cluster-info.ts';
import type { Command, CommandGroup } from './command.ts';
import { globalOptionsText } from './command-line/help.ts';
import { config } from './config/config.ts';
import { cp } from './cp/cp.ts';
import { create } from './create/create.ts';
import { debug } from './debug/debug.ts';
import { deleteCommand } from './delete/delete.ts';
import { describeCommand } from './describe/describe.ts';
import { diff } from './diff/diff.ts';
import { cordon, uncordon } from './drain/cordon.ts';
import { drain } from './drain/drain.ts';
import { edit } from './edit/edit.ts';
import { eventsCommand } from './events/events.ts';
import { exec } from './exec/exec.ts';
import { explain } from './explain/explain.ts';
import { expose } from './expose/expose.ts';
import { get } from './get/get.ts';
import { kustomize } from './kustomize/kustomize-command.ts';
import { annotate, label } from './label/label.ts';
import { logs } from './logs/logs.ts';
import { patch } from './patch/patch.ts';
import { portForward } from './port-forward/port-forward.ts';
import { proxy } from './proxy/proxy.ts';
import { replace } from './replace/replace.ts';
import { rollout } from './rollout/rollout.ts';
import { run } from './run/run.ts';
import { scale } from './scale/scale.ts';
import { set } from './set/set.ts';
import { taint } from './taint/taint.ts';
import { top } from './top/top.ts';
import { unsimulated } from './unsimulated.ts';
import { version } from './version/version.ts';
import { wait } from './wait/wait.ts';

const noFiles = 'this machine has no programs and settings of kubectl';
const noShell = 'the shell on this machine completes nothing';

const notHere = (...names: readonly (readonly [name: string, reason: string])[]) =>
  names.map(([name, reason]): Command => unsimulated(name, 'kubectl', reason));

const commandGroups: readonly CommandGroup[] = [
  {
    title: 'Basic Commands (Beginner):',
    commands: [create, expose, run, set],
  },
  {
    title: 'Basic Commands (Intermediate):',
    commands: [explain, get, edit, deleteCommand],
  },
  { title: 'Deploy Commands:', commands: [rollout, scale, autoscale] },
  {
    title: 'Cluster Management Commands:',
    commands: [certificate, clusterInfo, top, cordon, uncordon, drain, taint],
  },
  {
    title: 'Troubleshooting and Debugging Commands:',
    commands: [
      describeCommand,
      logs,
      attach,
      exec,
      portForward,
      proxy,
      cp,
      auth,
      debug,
      eventsCommand,
    ],
  },
  {
    title: 'Advanced Commands:',
    commands: [diff, apply, patch, replace, wait, kustomize],
  },
  { title: 'Settings Commands:', commands: [label, annotate, ...notHere(['completion', noShell])] },
  {
    title: 'Other Commands:',
    commands: [
      apiResources,
      apiVersions,
      config,
      ...notHere(['kuberc', noFiles], ['plugin', noFiles]),
      version,
    ],
  },
];

/** Source: kubectl cmd.go NewCmdAlpha: nothing is in alpha now. */
const alpha: Command = {
  name: 'alpha',
  short: 'Commands for features in alpha',
  *run({ session }) {
    session.err('No alpha commands are available in this version of kubectl\n');
    return ok(undefined);
  },
};

const options: Command = {
  name: 'options',
  short: 'Print the list of flags inherited by all commands',
  *run({ session }) {
    session.out(globalOptionsText());
    return ok(undefined);
  },
};

export const kubectlCommand: Command = {
  name: 'kubectl',
  short: 'kubectl controls the Kubernetes cluster manager.',
  groups: commandGroups,
  subcommands: [...commandGroups.flatMap(({ commands }) => commands), alpha, options],
};
