/**
 * Lets V8 optimize only what a served cluster runs very often.
 *
 * A young server runs everything for the first time, and V8 optimizes a function after a few
 * hundred calls, on threads of its own. Where there are two cores, these take them from the server
 * and its client, and a request waits for milliseconds that needs a fraction of one.
 */
import { setFlagsFromString } from 'node:v8';

/**
 * Bytes of bytecode that a function runs before V8 looks whether to optimize it: 15 times its own
 * default. At 200 requests a second the functions of a request are still optimized within seconds.
 */
const interruptBudget = 1_000_000;

/**
 * To be called before the cluster starts.
 * @param setFlags for tests
 */
export function compileLater(setFlags: (flags: string) => void = setFlagsFromString): void {
  setFlags(`--interrupt-budget=${interruptBudget}`);
}
