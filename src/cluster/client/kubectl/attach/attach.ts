/**
 * `kubectl attach POD`: what a running container writes from now on.
 *
 * Models k8s.io/kubectl pkg/cmd/attach attach.go. Standard input does not reach the container: the
 * programs here have read theirs when they begin.
 */
import type { Process } from '#sim/simulation';
import type { Command, Invocation } from '../command.ts';
import { boolFlag, durationFlag, refused, stringFlag } from '../command-line/flag-spec.ts';
import { fail, notSimulated, type Outcome, usageError } from '../failure.ts';
import { pickContainer } from '../resource/pick-container.ts';
import { pickPod } from '../resource/pick-pod.ts';
import { attachPod } from './attach-pod.ts';

export const attach: Command = {
  name: 'attach',
  short: 'Attach to a running container',
  usage: '(POD | TYPE/NAME) -c CONTAINER',
  flags: [
    stringFlag('container', 'Container name', { shorthand: 'c' }),
    boolFlag('quiet', 'Only print output from the remote session', { shorthand: 'q' }),
    boolFlag('stdin', 'Pass stdin to the container', { shorthand: 'i' }),
    boolFlag('tty', 'Stdin is a TTY', { shorthand: 't' }),
    ...refused(
      stringFlag('detach-keys', 'Keys that end the session'),
      durationFlag('pod-running-timeout', 'How long to wait until a pod runs', { default: '1m0s' }),
    ),
  ],
  run,
};

function* run({ session, args, flags, path }: Invocation): Process<Outcome> {
  const [word, ...rest] = args;
  if (word === undefined) return usageError(path, 'at least 1 argument is required for attach');
  if (rest.length > 1) {
    return usageError(path, `expected POD, TYPE/NAME, or TYPE NAME, got ${args.length} arguments`);
  }
  const pod = yield* pickPod(session, rest[0] === undefined ? word : `${word}/${rest[0]}`);
  if (!pod.ok) return pod;
  const { status } = pod.value;
  if (status?.phase === 'Succeeded' || status?.phase === 'Failed') {
    return fail(`cannot attach a container in a completed pod; current phase is ${status.phase}`);
  }
  const container = pickContainer(session, pod.value, flags.string('container'));
  if (!container.ok) return container;
  if (flags.bool('stdin') && session.stdin !== '') {
    return notSimulated('passing standard input to a container that runs already');
  }
  return yield* attachPod(session, pod.value, container.value, flags);
}
