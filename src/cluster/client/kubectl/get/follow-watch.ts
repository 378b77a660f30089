/**
 * What both ways of `kubectl get -w` share: one request, and a watch that ends by itself.
 *
 * Source: k8s.io/kubectl pkg/cmd/get get.go watch.
 */
import { err, ok } from '#base/result';
import { type Duration, minute } from '#base/sim-time';
import type { KubeObject, WatchEvent } from '#k8s.io/apimachinery/meta/v1';
import type { Process } from '#sim/simulation';
import type { At } from '../api-client.ts';
import type { DiscoveredResource } from '../discovery/discovery-document.ts';
import { fail, type Outcome } from '../failure.ts';
import type { ResourceRequest } from '../resource/resource-arguments.ts';
import type { Session } from '../session.ts';

/**
 * Without a terminal nobody can press Ctrl-C: a watch ends by itself after so much virtual time.
 */
const watchLimit = 2 * minute;

/** An object that was added, changed or deleted. */
export type ObjectEvent = Extract<WatchEvent, { readonly object: KubeObject }>;

/** The one request that can be followed. */
export function onlyRequest(requests: readonly ResourceRequest[]): Outcome<ResourceRequest> {
  const [request] = requests;
  return request === undefined || requests.length > 1
    ? fail('you may only specify a single resource type')
    : ok(request);
}

/** Passes on each event until the limit, a server error, or an error of `onEvent`. */
export function* followWatch(
  session: Session,
  resource: DiscoveredResource,
  at: At,
  onEvent: (event: ObjectEvent) => Outcome,
): Process<Outcome> {
  const stream = yield* session.client.watch(resource, at);
  if (!stream.ok) return stream;
  const limit = limitOf(session);
  const timer =
    limit === undefined ? undefined : session.sim.after(limit, () => stream.value.close());
  for (;;) {
    const event = yield* stream.value.receive();
    if (event === undefined) return ok(undefined);
    if (event.type === 'ERROR') {
      timer?.cancel();
      return err({ kind: 'status', status: event.object });
    }
    if (event.type === 'BOOKMARK') continue;
    const done = onEvent(event);
    if (!done.ok) return done;
  }
}

/** In a terminal, Ctrl-C ends it. */
function limitOf({ terminal, requestTimeout }: Session): Duration | undefined {
  if (terminal !== undefined) return requestTimeout;
  return Math.min(watchLimit, requestTimeout ?? watchLimit);
}
