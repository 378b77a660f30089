/**
 * Limits on what a simulated program may print and keep, because it runs in a browser.
 *
 * A program that passes a limit ends as the system would end it, with the reason on its standard
 * error: its reader is gone (SIGPIPE), or its memory is used up (137, as after SIGKILL).
 */
import { BrokenPipe } from './signals.ts';

const mebi = 2 ** 20;

/** The most that a command may print. */
const mostOutput = 4 * mebi;

/** The most that a variable of a shell may hold. */
export const mostInVariable = mebi;

/** The most numbers that `seq` counts. */
export const mostNumbers = 500_000;

/** How deep functions, subshells and `eval` may be nested. */
export const deepest = 250;

/**
 * The most subshells of one shell in one second. A script that runs them one after the other stays
 * below it.
 */
export const mostForks = 5000;

/** The exit code after SIGSEGV, as on a stack overflow. */
export const stackExitCode = 139;

/** The exit code after SIGKILL. */
export const killedExitCode = 137;

type Write = (text: string) => void;

/** Passes on what is printed up to the limit; then the pipe has no reader any more. */
export function outputBound(out: Write, err: Write, most = mostOutput): Write {
  let left = most;
  return (text) => {
    if (left < 0) throw new BrokenPipe();
    left -= text.length;
    if (left >= 0) return out(text);
    err(`the output of a command ends after ${most / mebi} MiB in this simulation\n`);
    throw new BrokenPipe();
  };
}
