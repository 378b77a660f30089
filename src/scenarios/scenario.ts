/** A scenario is data: a cluster, what is typed, and how long it may run. */
import type { ClusterConfig } from '#cluster/config/cluster-config';

export type ScenarioId =
  | 'create-deployment'
  | 'run-pod'
  | 'empty-cluster'
  | 'three-members'
  | 'two-managers'
  | 'two-schedulers';

export interface Scenario {
  readonly id: ScenarioId;
  readonly cluster: ClusterConfig;
  /** The command that the terminal offers first. */
  readonly suggestion: string;
  /** When the cluster has started and commands may be typed, in microseconds of virtual time. */
  readonly readyAt: number;
  /** How much virtual time a run may take after its last input, in seconds. */
  readonly horizonSeconds: number;
}
