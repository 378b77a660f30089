/**
 * `kubectl rollout status`: follows a deployment until its rollout is done.
 *
 * Models k8s.io/kubectl pkg/cmd/rollout rollout_status.go and pkg/polymorphichelpers
 * rollout_status.go: one line for each change of the object.
 */
import { err, ok } from '#base/result';
import type { KubeObject } from '#k8s.io/apimachinery/meta/v1';
import type { Process } from '#sim/simulation';
import type { Command, Invocation } from '../command.ts';
import { boolFlag, durationFlag, intFlag } from '../command-line/flag-spec.ts';
import { fail, type Outcome } from '../failure.ts';
import { watchByName } from '../resource/watch-by-name.ts';
import {
  groupKind,
  nothingToRoll,
  type RolloutObject,
  rolloutFlags,
  visitRollouts,
} from './rollout-objects.ts';
import { progressOf } from './rollout-progress.ts';

export const rolloutStatus: Command = {
  name: 'status',
  short: 'Show the status of the rollout',
  usage: '(TYPE NAME | TYPE/NAME) [flags]',
  flags: [
    intFlag('revision', 'Pin to a specific revision'),
    durationFlag('timeout', 'How long to wait before ending watch'),
    boolFlag('watch', 'Watch the status of the rollout until it is done', {
      shorthand: 'w',
      default: 'true',
    }),
    ...rolloutFlags,
  ],
  run,
};

function* run(invocation: Invocation): Process<Outcome> {
  if (invocation.flags.int('revision') < 0) {
    return fail(`revision must be a positive integer: ${invocation.flags.int('revision')}`);
  }
  const visited = yield* visitRollouts(invocation, {
    refusal: (info) => `no status viewer has been implemented for ${groupKind(info)}`,
    visit: (object) => follow(invocation, object),
  });
  if (!visited.ok) return visited;
  if (visited.value.found === 0) nothingToRoll(invocation);
  return ok(undefined);
}

function* follow(
  { session, flags }: Invocation,
  { resource, object }: RolloutObject,
): Process<Outcome> {
  const { namespace = '', name } = object.metadata;
  const timeout = flags.duration('timeout');
  const until = timeout > 0 ? session.sim.now + timeout : Number.POSITIVE_INFINITY;
  let seen = '';
  while (session.sim.now < until) {
    const stream = yield* watchByName(session, resource, namespace, name);
    if (!stream.ok) return stream;
    const timer =
      timeout > 0
        ? session.sim.after(until - session.sim.now, () => stream.value.close())
        : undefined;
    for (;;) {
      const event = yield* stream.value.receive();
      if (event === undefined || event.type === 'ERROR') break;
      if (event.type === 'BOOKMARK') continue;
      if (event.type === 'DELETED') return fail('object has been deleted');
      // A second watch begins with the state that is already known.
      if (event.object.metadata.resourceVersion === seen) continue;
      seen = event.object.metadata.resourceVersion;
      const status = progressOf(event.object as KubeObject, resource.kind, flags.int('revision'));
      if (status.ok) session.out(`${status.value.text}\n`);
      if (status.ok && !status.value.done && flags.bool('watch')) continue;
      timer?.cancel();
      stream.value.close();
      return status.ok ? ok(undefined) : status;
    }
    timer?.cancel();
  }
  return err({ kind: 'error', message: 'timed out waiting for the condition' });
}
