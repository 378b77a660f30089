/** `kubectl debug -i`: stays with the new container. Source: debug.go handleAttachPod. */
import { ok } from '#base/result';
import { minute } from '#base/sim-time';
import type { Pod } from '#k8s.io/api/core/v1';
import type { Process } from '#sim/simulation';
import { attachOrPrintLog } from '../attach/attach-pod.ts';
import type { Invocation } from '../command.ts';
import type { Outcome } from '../failure.ts';
import { waitForPod } from '../resource/wait-for-pod.ts';
import { attaches } from '../run/run-attached.ts';

/** Nobody can press Ctrl-C while the container does not start. */
const patience = 2 * minute;

export function* attachDebug(
  { session, flags }: Invocation,
  pod: Pod,
  container: string,
): Process<Outcome> {
  if (!attaches(flags)) return ok(undefined);
  const ready = yield* waitForPod(session, pod, patience, ({ status }) => {
    const all = [
      ...(status?.containerStatuses ?? []),
      ...(status?.ephemeralContainerStatuses ?? []),
    ];
    const state = all.find(({ name }) => name === container)?.state;
    return state?.running !== undefined || state?.terminated !== undefined;
  });
  if (!ready.ok) return ready;
  return yield* attachOrPrintLog(session, ready.value, container, flags);
}
