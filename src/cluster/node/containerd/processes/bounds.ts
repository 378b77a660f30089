/**
 * What a simulated program may print and keep: it computes in a browser, beside everything else.
 *
 * A program that goes beyond is ended as the system would end it, and says why on its standard
 * error: its reader goes away (SIGPIPE), or its memory is at an end (137, as after SIGKILL).
 */
import { BrokenPipe } from './signals.ts';

const mebi = 2 ** 20;

/** The most that a command may print. */
const mostOutput = 4 * mebi;

/** The most that a variable of a shell may hold. */
export const mostInVariable = mebi;

/** The most numbers that `seq` counts. */
export const mostNumbers = 500_000;

/** How deep functions, subshells and `eval` may be in each other. */
export const deepest = 250;

/** The most subshells that come of one shell in one second: one after the other they are fewer. */
export const mostForks = 5000;

/** After SIGSEGV, as when the stack is at its end. */
export const stackExitCode = 139;

/** After SIGKILL. */
export const killedExitCode = 137;

type Write = (text: string) => void;

/** Passes on what is printed until it is too much; then nobody reads any more. */
export function outputBound(out: Write, err: Write): Write {
  let left = mostOutput;
  return (text) => {
    if (left < 0) throw new BrokenPipe();
    left -= text.length;
    if (left >= 0) return out(text);
    err(`the output of a command ends after ${mostOutput / mebi} MiB in this simulation\n`);
    throw new BrokenPipe();
  };
}
