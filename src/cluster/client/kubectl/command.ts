/** What a kubectl command is: its name, its flags, and what it does. */
import type { Process } from '#sim/simulation';
import type { FlagSpec } from './command-line/flag-spec.ts';
import type { FlagValues } from './command-line/parse-flags.ts';
import type { Outcome } from './failure.ts';
import type { Session } from './session.ts';

/** One call of a command, parsed. */
export interface Invocation {
  readonly session: Session;
  /** `kubectl create deployment` */
  readonly path: string;
  /** The arguments without flags, up to `--`. */
  readonly args: readonly string[];
  /** The words after `--`; undefined without `--`. */
  readonly dashArgs?: readonly string[];
  readonly flags: FlagValues;
}

export interface Command {
  readonly name: string;
  readonly aliases?: readonly string[];
  /** One line for help. */
  readonly short: string;
  /** How it is called, after the path: `NAME --image=image -- [COMMAND] [args...]`. */
  readonly usage?: string;
  readonly flags?: readonly FlagSpec[];
  readonly subcommands?: readonly Command[];
  /** The subcommands under their titles, for the help of the program itself. */
  readonly groups?: readonly CommandGroup[];
  /** A real command that this cluster does not carry out. */
  readonly simulated?: false;
  /** Why it is not simulated. */
  readonly reason?: string;
  readonly run?: (invocation: Invocation) => Process<Outcome>;
}

export interface CommandGroup {
  /** `Deploy Commands:` */
  readonly title: string;
  readonly commands: readonly Command[];
}
