/** `kubectl create`: the group of commands that build an object and send it. */
import type { Process } from '#sim/simulation';
import type { Command, Invocation } from '../command.ts';
import { refused, sliceFlag } from '../command-line/flag-spec.ts';
import { type Outcome, usageError } from '../failure.ts';
import { unsimulated } from '../unsimulated.ts';
import { createDeployment } from './create-deployment.ts';

const notHere = [
  'clusterrole',
  'clusterrolebinding',
  'configmap',
  'cronjob',
  'ingress',
  'job',
  'namespace',
  'poddisruptionbudget',
  'priorityclass',
  'quota',
  'role',
  'rolebinding',
  'secret',
  'service',
  'serviceaccount',
  'token',
];

export const create: Command = {
  name: 'create',
  short: 'Create a resource from a file or from stdin',
  usage: 'COMMAND',
  flags: refused(sliceFlag('filename', 'Files to create from', { shorthand: 'f' })),
  subcommands: [createDeployment, ...notHere.map((name) => unsimulated(name, 'kubectl create'))],
  run,
};

function* run({ session, args, path }: Invocation): Process<Outcome> {
  session.err('Error: must specify one of -f and -k\n\n');
  return usageError(path, `unknown command "${args.join(' ')}"`);
}
