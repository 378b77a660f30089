/** Prints text as it comes, until the other side has ended. */
import { minute } from '#base/sim-time';
import type { WatchStream } from '#k8s.io/client-go/rest/watch-stream';
import type { Process } from '#sim/simulation';
import type { Session } from '../session.ts';

/** Without a terminal nobody is there to press Ctrl-C. */
const followLimit = 2 * minute;

export function* followText(
  { sim, terminal }: Session,
  stream: WatchStream<string>,
  print: (text: string) => void,
): Process {
  const interrupt =
    terminal === undefined ? sim.after(followLimit, () => stream.close()) : undefined;
  for (;;) {
    const piece = yield* stream.receive();
    if (piece === undefined) break;
    print(piece);
  }
  interrupt?.cancel();
}
