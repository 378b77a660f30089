/** `kubectl create`: the group of commands that build an object and send it. */
import type { Process } from '#sim/simulation';
import type { Command, Invocation } from '../command.ts';
import { type Outcome, usageError } from '../failure.ts';
import { filenameFlags } from '../manifest/read-manifests.ts';
import { unsimulated } from '../unsimulated.ts';
import { createDeployment } from './create-deployment.ts';
import { createFromInput } from './create-from-input.ts';
import { createFlags } from './create-object.ts';
import { simpleCreates } from './simple-creates.ts';

const notHere = ['cronjob', 'ingress', 'job', 'token'];

export const create: Command = {
  name: 'create',
  short: 'Create a resource from a file or from stdin',
  usage: 'COMMAND',
  flags: [...filenameFlags, ...createFlags],
  subcommands: [
    createDeployment,
    ...simpleCreates,
    ...notHere.map((name) => unsimulated(name, 'kubectl create')),
  ],
  run,
};

function* run(invocation: Invocation): Process<Outcome> {
  const { session, args, path, flags } = invocation;
  if (flags.list('filename').length === 0) {
    session.err('Error: must specify one of -f and -k\n\n');
    return usageError(path, `unknown command "${args.join(' ')}"`);
  }
  return yield* createFromInput(invocation);
}
