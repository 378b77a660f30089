/** Waits until a pod meets a condition. Source: k8s.io/kubectl pkg/cmd/run run.go waitForPod. */
import { ok } from '#base/result';
import type { Pod } from '#k8s.io/api/core/v1';
import { pods as podsResource } from '#k8s.io/client-go/rest/resource';
import type { Process } from '#sim/simulation';
import { fail, type Outcome } from '../failure.ts';
import type { Session } from '../session.ts';
import { watchByName } from './watch-by-name.ts';

/** The pod once it meets the condition; at the limit `timed out waiting for the condition`. */
export function* waitForPod(
  session: Session,
  { metadata: { namespace, name } }: Pod,
  limit: number,
  isWanted: (pod: Pod) => boolean,
): Process<Outcome<Pod>> {
  const stream = yield* watchByName(session, podsResource, namespace, name);
  if (!stream.ok) return stream;
  const timer = session.sim.after(limit, () => stream.value.close());
  let found: Outcome<Pod> = fail('timed out waiting for the condition');
  for (;;) {
    const event = yield* stream.value.receive();
    if (event === undefined || event.type === 'ERROR') break;
    if (event.type === 'BOOKMARK') continue;
    if (event.type === 'DELETED') {
      found = fail(`pods "${name}" not found`);
      break;
    }
    const pod = event.object as Pod;
    if (!isWanted(pod)) continue;
    found = ok(pod);
    break;
  }
  timer.cancel();
  stream.value.close();
  return found;
}
