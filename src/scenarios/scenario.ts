/**
 * A scenario is data: what is typed, and how long it may run. Its cluster is in `clusters.ts`,
 * which only those read who run it.
 */
export type ScenarioId =
  | 'create-deployment'
  | 'run-pod'
  | 'empty-cluster'
  | 'everyday'
  | 'three-members'
  | 'two-managers'
  | 'two-schedulers'
  | 'with-ingress'
  | 'with-gateway'
  | 'with-gpus'
  | 'network-policies';

export interface Scenario {
  readonly id: ScenarioId;
  /** How its nodes are called. */
  readonly nodes: readonly string[];
  /** The command that the terminal offers first. */
  readonly suggestion: string;
  /** When the cluster has started and commands may be typed, in microseconds of virtual time. */
  readonly readyAt: number;
  /** How much virtual time a run may take after its last input, in seconds. */
  readonly horizonSeconds: number;
}
