/** Where chains of causes begin: a person, a component's own clock, the start of a process. */
import type { FactBase } from '../fact.ts';
import type { HostAction } from '../host-action.ts';
import type { OutsideAction } from '../outside-action.ts';
import type { TerminalInput } from '../terminal-input.ts';

/** A person pressed Enter. Component: `person`. */
export interface CommandEntered extends FactBase {
  readonly type: 'CommandEntered';
  /** The index of the timed input in the recording. */
  readonly input: number;
  /** The whole line, `kubectl` included. */
  readonly line: string;
  readonly user: string;
  /** Standard input, for `-f -`. */
  readonly stdin?: string;
  /** Its standard input is a terminal, where somebody may type while it runs. */
  readonly terminal?: true;
}

/** A person typed something while a command ran. Component: `person`. */
export interface TerminalTyped extends FactBase {
  readonly type: 'TerminalTyped';
  readonly input: number;
  /** The input of the command. */
  readonly command: number;
  readonly typed: TerminalInput;
  /** What the person's own terminal shows of it; empty when the far end shows it. */
  readonly echo: string;
}

/** A fault or host action that a person asked for. Component: `person`. */
export interface HostActionTaken extends FactBase {
  readonly type: 'HostActionTaken';
  readonly input: number;
  readonly action: HostAction;
}

/** A client outside the simulation did something. Component: `outside`. */
export interface OutsideActionTaken extends FactBase {
  readonly type: 'OutsideActionTaken';
  readonly input: number;
  readonly action: OutsideAction;
}

/** A component's own timer or period came round. */
export interface TimerFired extends FactBase {
  readonly type: 'TimerFired';
  readonly timer: string;
  /** When it fired; the fact is written when the work of that moment first shows. */
  readonly firedAt: number;
}

/** A process of the cluster started. */
export interface ComponentStarted extends FactBase {
  readonly type: 'ComponentStarted';
  readonly version: string;
  readonly flags: readonly string[];
}

/** A process of the cluster ended. */
export interface ComponentStopped extends FactBase {
  readonly type: 'ComponentStopped';
  readonly reason: string;
}

/**
 * A panic in a component's own code was caught, and the work it was doing was given up: the request
 * is answered 500, the key is synced again, the command ends.
 */
export interface PanicRecovered extends FactBase {
  readonly type: 'PanicRecovered';
  /** A request's method and URL, a key, a command line. */
  readonly doing: string;
  readonly message: string;
}

/** A line of a component's log worth reading, with the id of its message in the catalogues. */
export interface Noted extends FactBase {
  readonly type: 'Noted';
  readonly message: string;
  readonly params: Readonly<Record<string, string | number | boolean>>;
}

/**
 * The cluster has nothing left to do but heartbeats. The worker's run may end here.
 * Component: `cluster`.
 */
export interface ClusterSettled extends FactBase {
  readonly type: 'ClusterSettled';
}

export type RunFact =
  | CommandEntered
  | HostActionTaken
  | OutsideActionTaken
  | TerminalTyped
  | TimerFired
  | ComponentStarted
  | ComponentStopped
  | PanicRecovered
  | Noted
  | ClusterSettled;
