/**
 * Opens a watch of one object that begins with its present state.
 *
 * Models client-go's reflector over a fieldSelector, in its WatchList form. The server ends the
 * stream after five to ten minutes, as asked.
 */
import type { Resource } from '#k8s.io/client-go/rest/resource';
import type { WatchStream } from '#k8s.io/client-go/rest/watch-stream';
import type { Process } from '#sim/simulation';
import type { Outcome } from '../failure.ts';
import type { Session } from '../session.ts';

const leastTimeoutSeconds = 300;

export function* watchByName(
  session: Session,
  resource: Resource,
  namespace: string,
  name: string,
): Process<Outcome<WatchStream>> {
  return yield* session.client.watch(resource, {
    namespace,
    query: {
      allowWatchBookmarks: true,
      fieldSelector: `metadata.name=${name}`,
      resourceVersionMatch: 'NotOlderThan',
      sendInitialEvents: true,
      timeoutSeconds: leastTimeoutSeconds + session.prng.nextInt(leastTimeoutSeconds),
    },
  });
}
