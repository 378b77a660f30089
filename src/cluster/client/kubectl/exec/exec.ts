/**
 * `kubectl exec POD -- COMMAND`: runs a command inside a container.
 *
 * Models k8s.io/kubectl pkg/cmd/exec exec.go. The pod is read first; then the exec subresource is
 * opened as a WebSocket would be (GET). The answer comes as one result, not as streams.
 */
import { err, ok } from '#base/result';
import type { Pod } from '#k8s.io/api/core/v1';
import { pods as podsResource, resourcePath } from '#k8s.io/client-go/rest/resource';
import type { Process } from '#sim/simulation';
import type { Command, Invocation } from '../command.ts';
import {
  boolFlag,
  durationFlag,
  refused,
  sliceFlag,
  stringFlag,
} from '../command-line/flag-spec.ts';
import { fail, type Outcome } from '../failure.ts';
import { pickContainer } from '../resource/pick-container.ts';
import { pickPod } from '../resource/pick-pod.ts';

/** What the kubelet answers when the command has ended. */
interface ExecResult {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number;
}

export const exec: Command = {
  name: 'exec',
  short: 'Execute a command in a container',
  usage: '(POD | TYPE/NAME) [-c CONTAINER] [flags] -- COMMAND [args...]',
  flags: [
    stringFlag('container', 'Container name', { shorthand: 'c' }),
    boolFlag('quiet', 'Only print output from the remote session', { shorthand: 'q' }),
    ...refused(
      sliceFlag('filename', 'Files that name the pod', { shorthand: 'f' }),
      durationFlag('pod-running-timeout', 'How long to wait until a pod runs', { default: '1m0s' }),
      boolFlag('stdin', 'Pass stdin to the container', { shorthand: 'i' }),
      boolFlag('tty', 'Stdin is a TTY', { shorthand: 't' }),
    ),
  ],
  run,
};

function* run({ session, args, dashArgs, flags }: Invocation): Process<Outcome> {
  const [word, ...rest] = args;
  if (dashArgs === undefined && rest.length > 0) {
    return fail(
      'exec [POD] [COMMAND] is not supported anymore. Use exec [POD] -- [COMMAND] instead',
    );
  }
  if (word === undefined) return fail('pod, type/name or --filename must be specified');
  const command = dashArgs ?? [];
  if (command.length === 0) return fail('you must specify at least one command for the container');
  const pod = yield* pickPod(session, word);
  if (!pod.ok) return pod;
  const { phase } = pod.value.status ?? {};
  if (phase === 'Succeeded' || phase === 'Failed') {
    return fail(`cannot exec into a container in a completed pod; current phase is ${phase}`);
  }
  const container = pickContainer(session, pod.value, flags.string('container'));
  if (!container.ok) return container;
  const answer = yield* session.client.send({
    method: 'GET',
    path: execUrl(pod.value, container.value, command),
    ref: { resource: 'pods', namespace: pod.value.metadata.namespace, name: word },
    headers: { connection: 'Upgrade', upgrade: 'websocket' },
  });
  if (!answer.ok) return answer;
  const { stdout, stderr, exitCode } = answer.value.body as ExecResult;
  if (stdout !== '') session.out(stdout);
  if (stderr !== '') session.err(stderr);
  if (exitCode === 0) return ok(undefined);
  const message = `command terminated with exit code ${exitCode}`;
  return err({ kind: 'plain', message, exitCode });
}

/** Parameters repeat, one for each word of the command. */
function execUrl({ metadata }: Pod, container: string, command: readonly string[]): string {
  const path = resourcePath(podsResource, metadata.namespace, metadata.name, 'exec');
  const pairs = [
    ...command.map((word) => `command=${encodeURIComponent(word)}`),
    `container=${encodeURIComponent(container)}`,
    'stderr=true',
    'stdout=true',
  ];
  return `${path}?${pairs.join('&')}`;
}
