/**
 * The one page that the simulation side and the interface side share: what the page asks of the
 * worker, and what the worker posts. The worker runs ahead of the page; only where they share few
 * cores it lets the page draw the first facts of a run.
 */

import type { FactOf } from '#trace/facts';
import type { HostAction } from '#trace/host-action';
import type { OutsideAction } from '#trace/outside-action';
import type { TerminalInput } from '#trace/terminal-input';
import type { PackedFacts } from './packed-facts.ts';

/**
 * Something a person or a client outside the simulation did, at a moment of virtual time
 * (microseconds since the run began).
 */
export type TimedInput =
  | {
      readonly at: number;
      readonly kind: 'command';
      /** The whole line, `kubectl` included. */
      readonly line: string;
      /** Which of the cluster's people typed it: `admin`, `alice`, … */
      readonly user: string;
      readonly stdin?: string;
      /** Its standard input is a terminal: what is typed while it runs are inputs of their own. */
      readonly terminal?: true;
    }
  | {
      readonly at: number;
      readonly kind: 'stdin';
      /** The command that runs: the place of its input among those of the recording. */
      readonly command: number;
      readonly typed: TerminalInput;
    }
  | { readonly at: number; readonly kind: 'host'; readonly action: HostAction }
  | { readonly at: number; readonly kind: 'outside'; readonly action: OutsideAction };

/** What is done in a run that follows a clock, which gives the moment. */
export type WorldInput = TimedInput extends infer Input
  ? Input extends TimedInput
    ? Omit<Input, 'at'>
    : never
  : never;

/** A run is a value: the same recording gives the same trace, byte for byte. */
export interface Recording {
  readonly scenario: string;
  readonly seed: number;
  readonly inputs: readonly TimedInput[];
  /** A cluster of a person's own in place of the scenario's: JSON for `scenarios/built-cluster`. */
  readonly cluster?: string;
  /** Virtual time that the run goes on to at least: what was done to it may show late. */
  readonly until?: number;
}

/** What is wrong with a cluster of one's own: where in its description, and what. */
export interface ClusterProblem {
  /** `nodes[2].memory` */
  readonly path: string;
  readonly message: string;
}

/** What an editor of manifests asks; offsets count UTF-16 units of the text. */
export type ManifestQuestion =
  | { readonly kind: 'complete'; readonly text: string; readonly offset: number }
  | { readonly kind: 'check'; readonly text: string }
  /** Where in the text the field stands that a message of the API server names. */
  | { readonly kind: 'locate'; readonly text: string; readonly message: string };

export interface ManifestOption {
  readonly label: string;
  /** What is written in its place. */
  readonly apply: string;
  /** Its type, and what is written about it. */
  readonly detail: string;
  readonly info: string;
}

export interface ManifestProblem {
  readonly from: number;
  readonly to: number;
  readonly severity: 'error' | 'warning';
  readonly message: string;
}

export interface ManifestAnswer {
  /** Where the word begins that is completed. */
  readonly from: number;
  readonly options: readonly ManifestOption[];
  readonly problems: readonly ManifestProblem[];
}

/** Who set which fields of an object, as a write to etcd left it. */
export interface ManagersQuestion {
  readonly kind: 'managers';
  /** The write: its fact, and what tells it from a fact of another run. */
  readonly fact: number;
  readonly at: number;
  readonly key: string;
  readonly uid: string;
}

/** An entry of `metadata.managedFields`. */
export interface FieldManager {
  readonly manager?: string;
  readonly operation?: string;
  readonly subresource?: string;
  readonly time?: string;
  readonly fieldsV1?: unknown;
}

export interface ManagersAnswer {
  /** `undefined`: the worker has not got that write. */
  readonly managers: readonly FieldManager[] | undefined;
}

export type Question = ManifestQuestion | ManagersQuestion;
export type AnswerTo<Q extends Question> = Q extends ManagersQuestion
  ? ManagersAnswer
  : ManifestAnswer;

export type RequestMessage =
  | { readonly type: 'ask'; readonly id: number; readonly question: Question }
  | {
      readonly type: 'run';
      /** Numbers the runs of a page; messages of an older run are ignored. */
      readonly run: number;
      readonly recording: Recording;
      /** Facts up to this id are already on the page and not posted again. */
      readonly after: number;
    }
  | {
      /** Of a run that is done: after this moment its reader is likely to do something. */
      readonly type: 'expect';
      readonly run: number;
      readonly at: number;
      /** The run that they are likely to ask for: with the command that stands at the prompt. */
      readonly next?: Recording;
    }
  /** The first facts of the run are on the screen. */
  | { readonly type: 'drawn'; readonly run: number }
  | { readonly type: 'stop' }
  /** Asks whether the worker still hears: it answers with `pong` between two slices of its work. */
  | { readonly type: 'ping' }
  | { readonly type: 'door'; readonly request: DoorRequest };

/** Opens the door of a page's own run: clients outside act in it, and it follows the clock. */
export interface DoorOpening {
  readonly kind: 'open';
  /** As of any other run. */
  readonly run: number;
  readonly recording: Recording;
  readonly after: number;
  /** The moment from which on clients may act. */
  readonly at: number;
  /** The WebSocket of the bridge, with its token. */
  readonly address: string;
  /** Virtual seconds in a real one. */
  readonly speed: number;
}

/** What a page asks of the door of its own run (`door/`). */
export type DoorRequest =
  | DoorOpening
  /** Another run closes the door as well. */
  | { readonly kind: 'close' }
  | { readonly kind: 'enter'; readonly input: WorldInput }
  | { readonly kind: 'pause' }
  | { readonly kind: 'resume' }
  | { readonly kind: 'speed'; readonly speed: number }
  /** Connects to the bridge again, after the connection was lost. */
  | { readonly kind: 'reconnect' };

/** A program outside, and who it says it is. */
export interface DoorVisitor {
  /** `kubectl`; empty when it has not said its name. */
  readonly program: string;
  /** The name in its certificate; absent: it has a token, or nothing. */
  readonly person?: string;
  /** How many requests it has sent, and how many of them go on. */
  readonly requests: number;
  readonly open: number;
}

/** What a page hears of its door. */
export type DoorNews =
  /** What was done in the run since it was told last. */
  | { readonly kind: 'entered'; readonly inputs: readonly TimedInput[] }
  | {
      readonly kind: 'state';
      /** Whether the bridge is there. */
      readonly connection: 'opening' | 'open' | 'lost';
      readonly visitors: readonly DoorVisitor[];
    }
  /** By the page, for another run, or because the page keeps no more facts. */
  | { readonly kind: 'closed'; readonly why: 'asked' | 'left' | 'full' };

/** What a person does in a served run from its page; the server says at which moment. */
export type ServedInput =
  | {
      readonly kind: 'command';
      readonly line: string;
      readonly user: string;
      readonly stdin?: string;
      readonly terminal?: true;
    }
  | { readonly kind: 'stdin'; readonly command: number; readonly typed: TerminalInput }
  /** A host action in its words, as in a link. */
  | { readonly kind: 'host'; readonly words: string };

/** What a page asks of a server whose run it shows (`src/serve`). */
export type ServedRequest =
  | { readonly type: 'ask'; readonly id: number; readonly question: Question }
  | { readonly type: 'enter'; readonly input: ServedInput }
  | { readonly type: 'pause' }
  | { readonly type: 'resume' }
  /** Lets so many microseconds pass in a world that then stands. */
  | { readonly type: 'step'; readonly duration: number };

/** What such a server sends: first which run it is, then its facts as the worker posts them. */
export type ServedMessage =
  | {
      readonly type: 'served';
      readonly recording: Recording;
      /** The people whose kubeconfig the terminal may use, the first one by itself. */
      readonly users: readonly string[];
      readonly world: ServedWorld;
    }
  | { readonly type: 'world'; readonly world: ServedWorld }
  | Extract<ResponseMessage, { type: 'facts' | 'progress' | 'done' | 'answer' }>;

export interface ServedWorld {
  /** Whether virtual time stands and clients wait. */
  readonly paused: boolean;
  /** Virtual seconds in a real one. */
  readonly speed: number;
  /** How many pages watch. */
  readonly watching: number;
}

export type ResponseMessage =
  | { readonly type: 'ready' }
  | { readonly type: 'door'; readonly run: number; readonly news: DoorNews }
  | { readonly type: 'pong' }
  | { readonly type: 'answer'; readonly id: number; readonly answer: AnswerTo<Question> }
  | {
      readonly type: 'facts';
      readonly run: number;
      /** Those facts of the batch that are writes; the others are packed around them. */
      readonly facts: readonly FactOf<'TxnCommitted'>[];
      readonly packed: PackedFacts;
    }
  | {
      readonly type: 'progress';
      readonly run: number;
      /** Virtual time reached, and how far the run may go. */
      readonly at: number;
      readonly horizon: number;
      readonly facts: number;
    }
  | {
      readonly type: 'done';
      readonly run: number;
      /** Nothing left to do but heartbeats, the scenario's time limit, too many facts to keep. */
      readonly reason: 'settled' | 'horizon' | 'full';
      readonly at: number;
      readonly facts: number;
    }
  | {
      /** Follows on `done` when the worker has nothing better to do. */
      readonly type: 'hashed';
      readonly run: number;
      /** Of the whole trace. */
      readonly hash: string;
    }
  /** Follows on `hashed`: what the next command may need is made as well. */
  | { readonly type: 'prepared'; readonly run: number }
  | {
      /** The cluster that the recording brings cannot be built. */
      readonly type: 'refused';
      readonly run: number;
      readonly problems: readonly ClusterProblem[];
    }
  | {
      readonly type: 'crashed';
      readonly run: number;
      readonly recording: Recording;
      readonly message: string;
      readonly stack: string;
    };
