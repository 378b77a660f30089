/**
 * The one page that the simulation side and the interface side share: what the page asks of the
 * worker, and what the worker posts. The worker never waits for the page; it runs ahead.
 */
import type { Fact } from '#trace/trace-event';

/** Something a person did, at a moment of virtual time (microseconds since the run began). */
export type TimedInput =
  | {
      readonly at: number;
      readonly kind: 'command';
      /** The whole line, `kubectl` included. */
      readonly line: string;
      /** Which of the cluster's people typed it: `admin`, `alice`, … */
      readonly user: string;
      readonly stdin?: string;
    }
  | { readonly at: number; readonly kind: 'host'; readonly action: string };

/** A run is a value: the same recording gives the same trace, byte for byte. */
export interface Recording {
  readonly scenario: string;
  readonly seed: number;
  readonly inputs: readonly TimedInput[];
}

export type RequestMessage =
  | {
      readonly type: 'run';
      /** Numbers the runs of a page; messages of an older run are ignored. */
      readonly run: number;
      readonly recording: Recording;
      /** Facts up to this id are already on the page and not posted again. */
      readonly after: number;
    }
  | { readonly type: 'stop' };

export type ResponseMessage =
  | { readonly type: 'ready' }
  | { readonly type: 'facts'; readonly run: number; readonly facts: readonly Fact[] }
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
      /** Nothing left to do but heartbeats, or the scenario's time limit. */
      readonly reason: 'settled' | 'horizon';
      readonly at: number;
      readonly facts: number;
      readonly hash: string;
    }
  | {
      readonly type: 'crashed';
      readonly run: number;
      readonly recording: Recording;
      readonly message: string;
      readonly stack: string;
    };
