/** How a run stands with the simulator that computes it. */
import type { ClusterProblem, Recording } from '#worker/protocol';

/** How the worker's run stands; playback goes on while it runs ahead. */
export type RunStatus =
  | { readonly kind: 'loading' }
  | { readonly kind: 'running'; readonly at: number; readonly horizon: number }
  | {
      readonly kind: 'done';
      readonly reason: 'settled' | 'horizon';
      readonly at: number;
      /** Of the trace; it comes after the run is known. */
      readonly hash?: string;
    }
  | {
      readonly kind: 'crashed';
      readonly recording: Recording;
      readonly message: string;
      readonly stack: string;
    }
  /** The recording brings a cluster that cannot be built. */
  | { readonly kind: 'refused'; readonly problems: readonly ClusterProblem[] }
  | { readonly kind: 'unsupported'; readonly message: string };
