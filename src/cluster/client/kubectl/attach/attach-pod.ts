/**
 * The streams of a running container, for `attach`, `run -i` and `debug -i`.
 *
 * Models k8s.io/kubectl pkg/cmd/attach attach.go Run. With `-i` what is typed goes to the container:
 * line by line from a terminal, or at once what the command was given as standard input.
 */

import { err, ok } from '#base/result';
import { escapedPart } from '#base/well-formed-text';
import type { Pod } from '#k8s.io/api/core/v1';
import { pods as podsResource, resourcePath } from '#k8s.io/client-go/rest/resource';
import type { Process } from '#sim/simulation';
import type { FlagValues } from '../command-line/parse-flags.ts';
import { converse } from '../exec/converse.ts';
import { upgradeFailure } from '../exec/upgrade-failure.ts';
import { failureMessage, type Outcome } from '../failure.ts';
import { followText } from '../resource/follow-text.ts';
import type { Session } from '../session.ts';

/** Warns that there is no terminal when `-t` was given. Source: exec.go SetupTTY. */
export function warnWithoutTerminal({ err: print }: Session, flags: FlagValues): void {
  if (!flags.bool('stdin') || !flags.bool('tty') || flags.bool('quiet')) return;
  print('Unable to use a TTY - input is not a terminal or the right kind of file\n');
}

/** Prints what the container writes from now on, until it ends. */
export function* attachPod(
  session: Session,
  { metadata, spec }: Pod,
  container: string,
  flags: FlagValues,
): Process<Outcome> {
  const { namespace, name } = metadata;
  const all = [...spec.containers, ...(spec.ephemeralContainers ?? [])];
  const hasTerminal = all.find((each) => each.name === container)?.tty === true;
  if (flags.bool('tty') && !hasTerminal && !flags.bool('quiet')) {
    session.err(`error: Unable to use a TTY - container ${container} did not allocate one\n`);
  } else if (session.terminal === undefined) warnWithoutTerminal(session, flags);
  if (!flags.bool('quiet')) {
    session.err(
      'All commands and output from this session will be recorded in container logs, including ' +
        'credentials and sensitive information passed through the command prompt.\n' +
        "If you don't see a command prompt, try pressing enter.\n",
    );
  }
  const path = resourcePath(podsResource, namespace, name, 'attach');
  const chosen = `container=${escapedPart(container)}`;
  if (flags.bool('stdin') || session.terminal !== undefined) {
    const stdin = flags.bool('stdin');
    const tty = stdin && flags.bool('tty') && hasTerminal && session.terminal !== undefined;
    const streams =
      `${tty ? '' : '&stderr=true'}${stdin ? '&stdin=true' : ''}&stdout=true` +
      (tty ? '&tty=true' : '');
    const call = {
      path: `${path}?${chosen}${streams}`,
      ref: { resource: 'pods', namespace, name },
    };
    const done = yield* converse(session, call, { stdin, tty, redraws: true });
    // Source: attach.go reattachMessage.
    const resumes = done.ok && tty && spec.restartPolicy === 'Always' && !flags.bool('quiet');
    if (resumes) {
      session.out(
        `Session ended, resume using 'kubectl attach ${name} -c ${container} -i -t' command ` +
          'when the pod is running\n',
      );
    }
    return done;
  }
  const query = `${chosen}&stderr=true&stdout=true`;
  const answer = yield* session.client.send({
    method: 'GET',
    path: `${path}?${query}`,
    ref: { resource: 'pods', namespace, name },
    headers: { connection: 'Upgrade', upgrade: 'websocket' },
  });
  if (!answer.ok) return err(upgradeFailure(answer.error));
  const { text } = answer.value;
  if (text !== undefined) yield* followText(session, text, session.out);
  return ok(undefined);
}

/** Attaches to a running container; prints the log of one that has ended. */
export function* attachOrPrintLog(
  session: Session,
  pod: Pod,
  container: string,
  flags: FlagValues,
): Process<Outcome> {
  const statuses = [
    ...(pod.status?.containerStatuses ?? []),
    ...(pod.status?.ephemeralContainerStatuses ?? []),
  ];
  const ended = statuses.find(({ name }) => name === container)?.state?.terminated !== undefined;
  if (ended) return yield* printLog(session, pod, container);
  const attached = yield* attachPod(session, pod, container, flags);
  if (attached.ok) return attached;
  const why = failureMessage(attached.error);
  const { name } = pod.metadata;
  session.err(`warning: couldn't attach to pod/${name}, falling back to streaming logs: ${why}\n`);
  return yield* printLog(session, pod, container);
}

function* printLog(
  session: Session,
  { metadata: { namespace, name } }: Pod,
  container: string,
): Process<Outcome> {
  const at = { namespace, name, subresource: 'log', query: { container } };
  const log = yield* session.client.get<unknown>(podsResource, at);
  if (!log.ok) return log;
  if (typeof log.value === 'string') session.out(log.value);
  return ok(undefined);
}
