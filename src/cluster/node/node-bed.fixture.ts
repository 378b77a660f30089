/** A small cluster for tests of its nodes: pods by their containers, and what became of them. */
import { ClusterBed } from '#cluster/cluster-bed.fixture';
import type { ClusterConfig, NodeConfig } from '#cluster/config/cluster-config';
import type { PodStatus } from '#k8s.io/api/core/v1';
import { clusterOf } from '#scenarios/clusters';

/** One node with something of its own. */
export class NodeBed extends ClusterBed {
  constructor(node: Partial<NodeConfig> = {}, cluster: Partial<ClusterConfig> = {}) {
    const base = clusterOf(1);
    super({ ...base, nodes: base.nodes.map((one) => ({ ...one, ...node })), ...cluster });
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
}
