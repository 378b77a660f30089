/**
 * `kubectl attach POD`: the streams of a running container.
 *
 * Models k8s.io/kubectl pkg/cmd/attach attach.go up to the point where the streams would be open;
 * the request is made, and what the server answers is told.
 */
import { err, ok } from '#base/result';
import { pods as podsResource, resourcePath } from '#k8s.io/client-go/rest/resource';
import type { Process } from '#sim/simulation';
import type { Command, Invocation } from '../command.ts';
import { boolFlag, durationFlag, refused, stringFlag } from '../command-line/flag-spec.ts';
import { fail, failureMessage, type Outcome, usageError } from '../failure.ts';
import { pickContainer } from '../resource/pick-container.ts';
import { pickPod } from '../resource/pick-pod.ts';

export const attach: Command = {
  name: 'attach',
  short: 'Attach to a running container',
  usage: '(POD | TYPE/NAME) -c CONTAINER',
  flags: [
    stringFlag('container', 'Container name', { shorthand: 'c' }),
    boolFlag('quiet', 'Only print output from the remote session', { shorthand: 'q' }),
    ...refused(
      durationFlag('detach-keys', 'Keys that end the session'),
      durationFlag('pod-running-timeout', 'How long to wait until a pod runs', { default: '1m0s' }),
      boolFlag('stdin', 'Pass stdin to the container', { shorthand: 'i' }),
      boolFlag('tty', 'Stdin is a TTY', { shorthand: 't' }),
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
  const { metadata, status } = pod.value;
  if (status?.phase === 'Succeeded' || status?.phase === 'Failed') {
    return fail(`cannot attach a container in a completed pod; current phase is ${status.phase}`);
  }
  const container = pickContainer(session, pod.value, flags.string('container'));
  if (!container.ok) return container;
  const { namespace, name } = metadata;
  const query = `container=${encodeURIComponent(container.value)}&stderr=true&stdout=true`;
  const answer = yield* session.client.send({
    method: 'GET',
    path: `${resourcePath(podsResource, namespace, name, 'attach')}?${query}`,
    ref: { resource: 'pods', namespace, name },
    headers: { connection: 'Upgrade', upgrade: 'websocket' },
  });
  if (!answer.ok) {
    const { error } = answer;
    const plain = error.kind === 'status' && (error.status.code ?? 0) >= 500;
    return plain ? fail(`unable to upgrade connection: ${failureMessage(error)}`) : err(error);
  }
  const { body } = answer.value;
  const text = body as { readonly stdout?: string } | string | undefined;
  session.out(typeof text === 'string' ? text : (text?.stdout ?? ''));
  return ok(undefined);
}
