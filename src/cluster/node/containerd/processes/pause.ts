/**
 * The program of the sandbox: holds the namespaces open and reaps orphans until a signal ends it.
 * Models kubernetes/build/pause/linux/pause.c.
 */
import type { Program } from './program.ts';

export const pause: Program = function* ({ signals, err }) {
  signals.handled.add('SIGTERM').add('SIGINT');
  for (;;) {
    const signal = signals.take();
    if (signal !== undefined) {
      err('Shutting down, got signal: Terminated\n');
      return 0;
    }
    yield* signals.arrived.wait();
  }
};
