/**
 * Node names in the order in which they are tried: one from each zone, round and round.
 * Models kubernetes/pkg/scheduler/backend/cache/node_tree.go.
 */
import type { Node } from '#k8s.io/api/core/v1';

const regionLabel = 'topology.kubernetes.io/region';
const zoneLabel = 'topology.kubernetes.io/zone';

const zoneOf = (node: Node): string =>
  `${node.metadata.labels?.[regionLabel] ?? ''}/${node.metadata.labels?.[zoneLabel] ?? ''}`;

export class NodeTree {
  readonly #zones = new Map<string, string[]>();
  readonly #zoneOfNode = new Map<string, string>();

  add(node: Node): void {
    const { name } = node.metadata;
    const zone = zoneOf(node);
    if (this.#zoneOfNode.get(name) === zone) return;
    this.remove(name);
    this.#zoneOfNode.set(name, zone);
    const names = this.#zones.get(zone);
    if (names === undefined) this.#zones.set(zone, [name]);
    else names.push(name);
  }

  remove(name: string): void {
    const zone = this.#zoneOfNode.get(name);
    if (zone === undefined) return;
    this.#zoneOfNode.delete(name);
    const names = (this.#zones.get(zone) ?? []).filter((other) => other !== name);
    if (names.length === 0) this.#zones.delete(zone);
    else this.#zones.set(zone, names);
  }

  /** Zones in the order in which they were first seen. */
  list(): readonly string[] {
    const zones = [...this.#zones.values()];
    const names: string[] = [];
    for (let round = 0; names.length < this.#zoneOfNode.size; round++) {
      for (const zone of zones) {
        const name = zone[round];
        if (name !== undefined) names.push(name);
      }
    }
    return names;
  }
}
