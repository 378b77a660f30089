/** Watches: each tells every change once, in order. */
import { ClientWatches } from '../client-watches.ts';
import type { Breach, Evidence } from '../evidence.ts';

/**
 * A watch tells the changes that it selects, each once and in the order of the store, without a gap
 * from where it began to where it ended. Every cache and every controller is built on this.
 */
export function watchesTellEverything({ facts, history }: Evidence): Breach | undefined {
  const watches = new ClientWatches(history);
  for (const fact of facts) {
    const breach = watches.take(fact);
    if (breach !== undefined) return breach;
  }
  return undefined;
}
