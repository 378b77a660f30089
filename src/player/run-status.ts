/** The state of a run in the simulator that computes it. */
import type { ClusterProblem, Recording } from '#worker/protocol';

/** The state of the worker's run; playback goes on while the worker runs ahead. */
export type RunStatus =
  | { readonly kind: 'loading' }
  | { readonly kind: 'running'; readonly at: number; readonly horizon: number }
  | {
      readonly kind: 'done';
      readonly reason: 'settled' | 'horizon';
      readonly at: number;
      /** The hash of the trace; it comes after the end of the run. */
      readonly hash?: string;
    }
  | {
      readonly kind: 'crashed';
      readonly recording: Recording;
      readonly message: string;
      readonly stack: string;
    }
  /** Whether the recording brings a cluster that cannot be built. */
  | { readonly kind: 'refused'; readonly problems: readonly ClusterProblem[] }
  | { readonly kind: 'unsupported'; readonly message: string };
