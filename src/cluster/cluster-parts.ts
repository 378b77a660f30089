/**
 * The parts of a cluster that not every run needs, so that a browser may fetch them later.
 *
 * A run without a part that it needs fails loudly; a part that it does not need leaves no mark on
 * the trace. Programs outside the browser pass all parts.
 */
import type { Kubectl } from './client/kubectl/kubectl.ts';

export interface ClusterParts {
  /** Needed as soon as a person types a command. */
  readonly Kubectl?: typeof Kubectl;
}
