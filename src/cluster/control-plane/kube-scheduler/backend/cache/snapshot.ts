/**
 * The nodes as one scheduling cycle sees them.
 * Models kubernetes/pkg/scheduler/backend/cache/snapshot.go: brought up to date before each cycle
 * by copying only the nodes that changed since the last one.
 */
import type { NodeInfo } from '../../framework/types/node-info.ts';

export class Snapshot {
  #nodes: readonly NodeInfo[] = [];
  readonly #byName = new Map<string, NodeInfo>();
  /** Where each node is in the list. */
  readonly #places = new Map<string, number>();
  #withAffinity: readonly NodeInfo[] = [];
  #withAntiAffinity: readonly NodeInfo[] = [];

  /** In the order of the node tree. */
  get nodes(): readonly NodeInfo[] {
    return this.#nodes;
  }

  /** Nodes with at least one pod that has affinity terms of any kind. */
  get nodesWithAffinityPods(): readonly NodeInfo[] {
    return this.#withAffinity;
  }

  /** Nodes with at least one pod that has required anti-affinity terms. */
  get nodesWithAntiAffinityPods(): readonly NodeInfo[] {
    return this.#withAntiAffinity;
  }

  get(name: string): NodeInfo | undefined {
    return this.#byName.get(name);
  }

  /** Takes in copies of changed nodes; `order` is given when nodes came or went. */
  update(changed: readonly NodeInfo[], order: readonly string[] | undefined): void {
    if (changed.length === 0 && order === undefined) return;
    let affinity = order !== undefined;
    for (const node of changed) {
      affinity ||= node.podsWithAffinity.size > 0;
      affinity ||= (this.#byName.get(node.name)?.podsWithAffinity.size ?? 0) > 0;
      this.#byName.set(node.name, node);
    }
    this.#nodes = order === undefined ? this.#withChanged(changed) : this.#inOrder(order);
    // Pods with required anti-affinity are among those with affinity.
    if (!affinity) return;
    this.#withAffinity = this.#nodes.filter((node) => node.podsWithAffinity.size > 0);
    this.#withAntiAffinity = this.#nodes.filter(
      (node) => node.podsWithRequiredAntiAffinity.size > 0,
    );
  }

  /** The same nodes in the same places. */
  #withChanged(changed: readonly NodeInfo[]): readonly NodeInfo[] {
    const nodes = [...this.#nodes];
    for (const node of changed) {
      const place = this.#places.get(node.name);
      if (place !== undefined) nodes[place] = node;
    }
    return nodes;
  }

  #inOrder(order: readonly string[]): readonly NodeInfo[] {
    const present = new Set(order);
    for (const name of [...this.#byName.keys()]) {
      if (!present.has(name)) this.#byName.delete(name);
    }
    const nodes = order.flatMap((name) => this.#byName.get(name) ?? []);
    this.#places.clear();
    nodes.forEach((node, place) => {
      this.#places.set(node.name, place);
    });
    return nodes;
  }
}
