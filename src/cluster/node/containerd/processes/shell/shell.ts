/** A running shell: the interface between the parts of the interpreter. */
import type { Process } from '#sim/simulation';
import type { ShellState, Streams } from './state.ts';
import type { Command, Script } from './syntax.ts';

export interface Shell {
  readonly state: ShellState;
  /** A subshell. */
  child(): Shell;
  /** Whether there is such a program. */
  knows(name: string): boolean;
  run(script: Script, streams: Streams): Process;
  /** Runs a condition: `set -e` does not apply. */
  condition(script: Script, streams: Streams): Process<boolean>;
  /** Runs one command to its end or to `exit`, as in a shell of its own. */
  commandToExit(command: Command, streams: Streams): Process<number>;
  /** `$( … )`: what a subshell writes, without the newlines at the end. */
  substitute(script: Script, streams: Streams): Process<string>;
}
