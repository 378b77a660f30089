/** What a simulated program says about what it has not, on stderr. */
import type { ProcessContext } from '../program.ts';

/** `podyssey: NAME is simulated: …`; the exit code of a failure. */
export function notHere({ err }: ProcessContext, name: string, what: string): number {
  err(`podyssey: ${name} is simulated: ${what}\n`);
  return 1;
}
