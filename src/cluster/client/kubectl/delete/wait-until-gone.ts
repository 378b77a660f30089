/**
 * Waits until objects are gone, or have been replaced by others of the same name.
 *
 * Models k8s.io/kubectl pkg/cmd/wait wait.go IsDeleted: one read, then a watch that begins with the
 * present state.
 */
import { err, ok } from '#base/result';
import { type Duration, hour } from '#base/sim-time';
import type { KubeObject } from '#k8s.io/apimachinery/meta/v1';
import type { Process } from '#sim/simulation';
import type { DiscoveredResource } from '../discovery/discovery-document.ts';
import { isNotFound, type Outcome } from '../failure.ts';
import { receiveUntil } from '../resource/receive-until.ts';
import { watchByName } from '../resource/watch-by-name.ts';
import type { Session } from '../session.ts';

/** An object whose deletion was accepted. */
export interface Deleted {
  readonly resource: DiscoveredResource;
  readonly namespace: string;
  readonly name: string;
  readonly uid: string | undefined;
}

/** The timeout when none is given. */
const longWait: Duration = 168 * hour;

/** Waits for each in turn. `timeout` in microseconds, 0 for a week. */
export function* waitUntilGone(
  session: Session,
  objects: readonly Deleted[],
  timeout: Duration,
): Process<Outcome> {
  const until = session.sim.now + (timeout > 0 ? timeout : longWait);
  for (const object of objects) {
    const gone = yield* waitForOne(session, object, until);
    if (!gone.ok) return gone;
  }
  return ok(undefined);
}

function* waitForOne(session: Session, object: Deleted, until: number): Process<Outcome> {
  const { resource, namespace, name, uid } = object;
  const present = yield* session.client.get<KubeObject>(resource, { namespace, name });
  if (!present.ok) {
    const { error } = present;
    const absent = isNotFound(error);
    return absent ? ok(undefined) : present;
  }
  if (uid !== undefined && present.value.metadata.uid !== uid) return ok(undefined);
  while (session.sim.now < until) {
    const stream = yield* watchByName(session, resource, namespace, name);
    if (!stream.ok) return stream;
    const wait = yield* receiveUntil(session, stream.value, until, present.value.metadata.uid);
    if (wait === 'gone') return ok(undefined);
    if (wait === 'timeout') break;
  }
  const message = `timed out waiting for the condition on ${resource.resource}/${name}`;
  return err({ kind: 'error', message });
}
