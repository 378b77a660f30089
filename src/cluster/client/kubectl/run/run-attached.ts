/**
 * `kubectl run --attach`, `-i`, `--rm`: waits for the pod, shows its output, and exits with its
 * result.
 * Models k8s.io/kubectl pkg/cmd/run run.go handleAttachPod, waitForPod and removeCreatedObjects.
 */

import { err, ok } from '#base/result';
import { minute } from '#base/sim-time';
import type { Pod } from '#k8s.io/api/core/v1';
import { pods as podsResource } from '#k8s.io/client-go/rest/resource';
import { isPodTerminal } from '#k8s.io/component-helpers/core/pod-phase';
import type { Process } from '#sim/simulation';
import { attachOrPrintLog } from '../attach/attach-pod.ts';
import type { Invocation } from '../command.ts';
import type { FlagValues } from '../command-line/parse-flags.ts';
import { fail, type Outcome } from '../failure.ts';
import { waitForPod } from '../resource/wait-for-pod.ts';

/** Whether the command stays with the pod. `-i` implies it. */
export const attaches = (flags: FlagValues): boolean =>
  flags.changed('attach') ? flags.bool('attach') : flags.bool('stdin');

/** Checks the flags of a session. Source: RunOptions.RunRun. */
export function sessionMisuse(flags: FlagValues, isDryRun: boolean): string | undefined {
  if (flags.bool('tty') && !flags.bool('stdin')) {
    return '-i/--stdin is required for containers with -t/--tty=true';
  }
  const attach = attaches(flags);
  if (flags.bool('rm') && !attach) return '--rm should only be used for attached containers';
  return attach && isDryRun
    ? "--dry-run=[server|client] can't be used with attached containers options " +
        '(--attach, --stdin, or --tty)'
    : undefined;
}

export function* runAttached(invocation: Invocation, created: Pod): Process<Outcome> {
  const done = yield* stay(invocation, created);
  if (!invocation.flags.bool('rm')) return done;
  const { session } = invocation;
  const { namespace, name } = created.metadata;
  const options = { kind: 'DeleteOptions', apiVersion: 'v1', propagationPolicy: 'Background' };
  const removed = yield* session.client.delete(podsResource, { namespace, name }, options);
  if (removed.ok) session.out(`pod "${name}" deleted from ${namespace} namespace\n`);
  return removed.ok || !done.ok ? done : removed;
}

function* stay({ session, flags }: Invocation, created: Pod): Process<Outcome> {
  const limit = flags.duration('pod-running-timeout');
  const running = yield* waitForPod(session, created, limit, isRunningAndReady);
  if (!running.ok) return running;
  const container = created.spec.containers[0]?.name ?? '';
  const shown = yield* attachOrPrintLog(session, running.value, container, flags);
  if (!shown.ok) return shown;
  const { restartPolicy } = created.spec;
  const once = restartPolicy === 'Never' || restartPolicy === 'OnFailure';
  if (!once || flags.bool('leave-stdin-open')) return ok(undefined);
  const ended = yield* waitForPod(session, created, minute, isPodTerminal);
  return ended.ok ? exitOf(ended.value) : ended;
}

/** Source: RunRun's switch over the phase. */
function exitOf({ metadata: { namespace, name }, status }: Pod): Outcome {
  const { phase, containerStatuses = [] } = status ?? {};
  if (phase === 'Succeeded') return ok(undefined);
  if (phase !== 'Failed') return fail(`pod ${namespace}/${name} left in phase ${phase}`);
  const terminated = containerStatuses[0]?.state?.terminated;
  const exitCode = terminated?.exitCode ?? 0;
  if (exitCode === 0) return fail(`pod ${namespace}/${name} failed with unknown exit code`);
  const why = `(${terminated?.reason ?? ''})\n${terminated?.message ?? ''}`;
  return err({ kind: 'plain', message: `pod ${namespace}/${name} terminated ${why}`, exitCode });
}

const isRunningAndReady = (pod: Pod): boolean =>
  isPodTerminal(pod) ||
  (pod.status?.phase === 'Running' &&
    pod.status.conditions?.find(({ type }) => type === 'Ready')?.status === 'True');
