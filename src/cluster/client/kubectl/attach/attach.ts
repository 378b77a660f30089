/**
 * `kubectl attach POD`: what a running container writes from now on.
 *
 * Models k8s.io/kubectl pkg/cmd/attach attach.go. With `-i`, what is typed goes to the container.
 */
import type { Process } from '#sim/simulation';
import type { Command, Invocation } from '../command.ts';
import { refused, stringFlag } from '../command-line/flag-spec.ts';
import { fail, type Outcome } from '../failure.ts';
import { pickContainer } from '../resource/pick-container.ts';
import { containerFlags, pickUncompletedPod } from '../resource/pick-pod.ts';
import { attachPod } from './attach-pod.ts';

export const attach: Command = {
  name: 'attach',
  short: 'Attach to a running container',
  usage: '(POD | TYPE/NAME) -c CONTAINER',
  flags: [...containerFlags, ...refused(stringFlag('detach-keys', 'Keys that end the session'))],
  run,
};

function* run({ session, args, flags }: Invocation): Process<Outcome> {
  const [word, ...rest] = args;
  if (word === undefined) return fail('at least 1 argument is required for attach');
  if (rest.length > 1) {
    const most = 'expected POD, TYPE/NAME, or TYPE NAME, (at most 2 arguments)';
    return fail(`${most} saw ${args.length}: [${args.join(' ')}]`);
  }
  const named = rest[0] === undefined ? word : `${word}/${rest[0]}`;
  const pod = yield* pickUncompletedPod(session, named, flags, 'attach');
  if (!pod.ok) return pod;
  const asked = flags.string('container');
  const container = pickContainer(session, pod.value, asked, { quiet: flags.bool('quiet') });
  if (!container.ok) {
    const { name } = pod.value.metadata;
    return fail(`cannot attach to the container: container ${asked} not found in pod ${name}`);
  }
  return yield* attachPod(session, pod.value, container.value, flags);
}
