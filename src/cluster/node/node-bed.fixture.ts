/** A small cluster for tests of its nodes: pods by their containers, faults of machines, events. */

import { expect } from 'vitest';
import { defined } from '#base/defined';
import { splitWords } from '#base/shell-words';
import { seconds } from '#base/sim-time';
import type { ClusterConfig, NodeConfig } from '#cluster/config/cluster-config';
import { allParts } from '#cluster/parts/all-parts';
import { ClusterSimulation } from '#cluster/run/cluster-simulation';
import type { PodStatus } from '#k8s.io/api/core/v1';
import { clusterOf } from '#scenarios/clusters';
import type { FactOf, FactType } from '#trace/facts';
import { readHostAction } from '#trace/host-words';

/** One node with something of its own, twenty-five seconds old. */
export class NodeBed {
  readonly simulation: ClusterSimulation;

  constructor(node: Partial<NodeConfig> = {}, cluster: Partial<ClusterConfig> = {}) {
    const base = clusterOf(1);
    const nodes = base.nodes.map((one) => ({ ...one, ...node }));
    this.simulation = new ClusterSimulation({ ...base, nodes, ...cluster }, 3, allParts);
    this.simulation.sim.run(seconds(25));
  }

  run(line: string, stdin?: string): string {
    const input = defined({ stdin });
    const command = { argv: splitWords(line), user: 'admin', ...input };
    const result = this.simulation.runCommand(command, seconds(300));
    return `${result?.stdout}${result?.stderr}`;
  }

  apply(object: object): string {
    return this.run('apply -f -', JSON.stringify(object));
  }

  /** A pod of one container on the node; the given fields override the defaults. */
  pod(name: string, container: object = {}, spec: object = {}): void {
    const app = { name: 'app', image: 'busybox:1.36', command: ['sleep', '1000'], ...container };
    const rest = { nodeName: 'node-1', terminationGracePeriodSeconds: 1, containers: [app] };
    const metadata = { name, labels: { app: name } };
    this.apply({ apiVersion: 'v1', kind: 'Pod', metadata, spec: { ...rest, ...spec } });
  }

  status(pod: string): PodStatus {
    return JSON.parse(this.run(`get pod ${pod} -o json`)).status;
  }

  /** `True` or `False` of a condition of the node. */
  condition(type: string): string {
    const path = `{.status.conditions[?(@.type=="${type}")].status}`;
    return this.run(`get node node-1 -o 'jsonpath=${path}'`);
  }

  host(action: string): void {
    expect(this.simulation.hostAction(readHostAction(action))).toEqual({ ok: true, value: '' });
  }

  wait(time: number): void {
    const { sim } = this.simulation;
    sim.run(sim.now + seconds(time));
  }

  /** The messages of the events with this reason. */
  events(reason: string): readonly string[] {
    return this.facts('EventRecorded').flatMap((fact) =>
      fact.reason === reason ? [fact.message] : [],
    );
  }

  facts<T extends FactType>(type: T): readonly FactOf<T>[] {
    return this.simulation.tracer.facts.filter((fact): fact is FactOf<T> => fact.type === type);
  }
}
