/** The state of a run in the simulator that computes it. */
import type { ClusterProblem, Recording } from '#worker/protocol';

/** The state of the worker's run; playback goes on while the worker runs ahead. */
export type RunStatus =
  | { readonly kind: 'loading' }
  | { readonly kind: 'running'; readonly at: number; readonly horizon: number }
  | {
      readonly kind: 'done';
      readonly reason: 'settled' | 'horizon' | 'full';
      readonly at: number;
      /** The hash of the trace; it comes after the end of the run. */
      readonly hash?: string;
      /** The simulator has nothing left to do. */
      readonly prepared?: true;
    }
  | {
      readonly kind: 'crashed';
      readonly recording: Recording;
      readonly message: string;
      readonly stack: string;
    }
  /** The simulator did not answer for so many seconds and was ended. */
  | { readonly kind: 'stuck'; readonly recording: Recording; readonly seconds: number }
  /** The recording brings a cluster that cannot be built. */
  | { readonly kind: 'refused'; readonly problems: readonly ClusterProblem[] }
  | { readonly kind: 'unsupported'; readonly message: string };

/** Why there will be no more of a run, in English, for programs; `undefined`: nothing is wrong. */
export function failureOf(status: RunStatus): string | undefined {
  switch (status.kind) {
    case 'crashed':
    case 'unsupported':
      return status.message;
    case 'stuck':
      return `The simulator did not answer for ${status.seconds} seconds and was stopped.`;
    case 'refused': {
      const problems = status.problems.map(({ path, message }) => `${path}: ${message}`);
      return `This cluster cannot be built. ${problems.join('; ')}`;
    }
    case 'loading':
    case 'running':
    case 'done':
      return undefined;
  }
}
