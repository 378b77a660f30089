/** Reads a watch of one object until that object is gone. */
import type { SimTime } from '#base/sim-time';
import type { WatchStream } from '#k8s.io/client-go/rest/watch-stream';
import type { Process } from '#sim/simulation';
import type { Session } from '../session.ts';

const initialEventsEnd = 'k8s.io/initial-events-end';

/**
 * `gone` when the object of this uid was deleted, replaced, or is not in the initial state;
 * `ended` when the server closed the stream; `timeout` at `until`.
 */
export function* receiveUntil(
  { sim }: Session,
  stream: WatchStream,
  until: SimTime,
  uid: string,
): Process<'gone' | 'ended' | 'timeout'> {
  let seen = false;
  let late = false;
  const timer = sim.after(Math.max(0, until - sim.now), () => {
    late = true;
    stream.close();
  });
  for (;;) {
    const event = yield* stream.receive();
    if (event === undefined || event.type === 'ERROR') break;
    if (event.type === 'BOOKMARK') {
      const complete = event.object.metadata.annotations?.[initialEventsEnd] === 'true';
      if (!complete || seen) continue;
    } else if (event.type !== 'DELETED' && event.object.metadata.uid === uid) {
      seen = true;
      continue;
    }
    timer.cancel();
    stream.close();
    return 'gone';
  }
  timer.cancel();
  return late ? 'timeout' : 'ended';
}
