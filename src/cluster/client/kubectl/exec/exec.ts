/**
 * `kubectl exec POD -- COMMAND`: runs a command inside a container.
 *
 * Models k8s.io/kubectl pkg/cmd/exec exec.go. The pod is read first; then the exec subresource is
 * opened as for a WebSocket (GET), and as for SPDY (POST) if that is refused. In a terminal,
 * streams go both ways while the command runs; without one, standard input is in the request and
 * the output in one response.
 */

import { err, ok } from '#base/result';
import { escapedPart } from '#base/well-formed-text';
import type { Pod } from '#k8s.io/api/core/v1';
import { pods as podsResource, resourcePath } from '#k8s.io/client-go/rest/resource';
import type { Process } from '#sim/simulation';
import { warnWithoutTerminal } from '../attach/attach-pod.ts';
import type { Command, Invocation } from '../command.ts';
import { refused, sliceFlag } from '../command-line/flag-spec.ts';
import { fail, type Outcome, usageError } from '../failure.ts';
import { pickContainer } from '../resource/pick-container.ts';
import { containerFlags, pickUncompletedPod } from '../resource/pick-pod.ts';
import type { Session } from '../session.ts';
import { type Conversation, converse } from './converse.ts';
import { upgradeFailure } from './upgrade-failure.ts';

/** The result from the streams: the command's exit, or why it could not run. */
type ExecResult =
  | { readonly stdout: string; readonly stderr: string; readonly exitCode: number }
  | { readonly error: string };

export const exec: Command = {
  name: 'exec',
  short: 'Execute a command in a container',
  usage: '(POD | TYPE/NAME) [-c CONTAINER] [flags] -- COMMAND [args...]',
  flags: [
    ...containerFlags,
    ...refused(sliceFlag('filename', 'Files that name the pod', { shorthand: 'f' })),
  ],
  run,
};

function* run({ session, args, dashArgs, flags, path }: Invocation): Process<Outcome> {
  const [word, ...rest] = args;
  if (dashArgs === undefined && rest.length > 0) {
    return usageError(
      path,
      'exec [POD] [COMMAND] is not supported anymore. Use exec [POD] -- [COMMAND] instead',
    );
  }
  if (word === undefined) return fail('pod, type/name or --filename must be specified');
  const command = dashArgs ?? [];
  if (command.length === 0) return fail('you must specify at least one command for the container');
  const pod = yield* pickUncompletedPod(session, word, flags, 'exec into');
  if (!pod.ok) return pod;
  const quiet = flags.bool('quiet');
  const container = pickContainer(session, pod.value, flags.string('container'), { quiet });
  if (!container.ok) return container;
  if (session.terminal !== undefined) {
    const given = flags.bool('stdin');
    const streams = { stdin: given, tty: given && flags.bool('tty') };
    const { namespace, name } = pod.value.metadata;
    const path = execUrl(pod.value, container.value, command, streams);
    return yield* converse(session, { path, ref: { resource: 'pods', namespace, name } }, streams);
  }
  warnWithoutTerminal(session, flags);
  const stdin = flags.bool('stdin') ? session.readStdin() : undefined;
  const answer = yield* openStreams(session, pod.value, container.value, command, stdin);
  if (!answer.ok) return answer;
  const result = answer.value;
  if ('error' in result) return fail(result.error);
  const { stdout, stderr, exitCode } = result;
  if (stdout !== '') session.out(stdout);
  if (stderr !== '') session.err(stderr);
  if (exitCode === 0) return ok(undefined);
  const message = `command terminated with exit code ${exitCode}`;
  return err({ kind: 'plain', message, exitCode });
}

/**
 * Runs a command without a terminal: its output, or why it could not run. Source: exec.go
 * createExecutor, client-go tools/remotecommand fallback.go.
 */
export function* openStreams(
  session: Session,
  pod: Pod,
  container: string,
  command: readonly string[],
  stdin: string | undefined,
): Process<Outcome<ExecResult>> {
  const { namespace, name } = pod.metadata;
  const path = execUrl(pod, container, command, { stdin: stdin !== undefined, tty: false });
  const body = stdin === undefined ? {} : { body: { stdin } };
  const ref = { resource: 'pods', namespace, name };
  const upgrade = { connection: 'Upgrade', upgrade: 'websocket' };
  let answer = yield* session.client.send({ method: 'GET', path, ref, headers: upgrade, ...body });
  if (!answer.ok && answer.error.kind === 'status') {
    const headers = { ...upgrade, upgrade: 'SPDY/3.1' };
    answer = yield* session.client.send({ method: 'POST', path, ref, headers, ...body });
  }
  if (answer.ok) return ok(answer.value.body as ExecResult);
  return err(upgradeFailure(answer.error));
}

/** Parameters repeat, one for each word of the command. */
function execUrl(
  { metadata }: Pod,
  container: string,
  command: readonly string[],
  { stdin, tty }: Conversation,
): string {
  const path = resourcePath(podsResource, metadata.namespace, metadata.name, 'exec');
  const pairs = [
    ...command.map((word) => `command=${escapedPart(word)}`),
    `container=${escapedPart(container)}`,
    ...(tty ? [] : ['stderr=true']),
    ...(stdin ? ['stdin=true'] : []),
    'stdout=true',
    ...(tty ? ['tty=true'] : []),
  ];
  return `${path}?${pairs.join('&')}`;
}
