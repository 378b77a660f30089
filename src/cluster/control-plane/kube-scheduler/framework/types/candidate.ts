/** What a preemption may do. Source: kubernetes/pkg/scheduler/framework/preemption Candidate. */
import type { Pod } from '#k8s.io/api/core/v1';

/** A node and its victims, the most important first. */
export interface Candidate {
  readonly node: string;
  readonly victims: readonly Pod[];
  /** How many of them a disruption budget protects. */
  readonly violations: number;
}
