/**
 * The pools of devices that a node can reach.
 *
 * Models k8s.io/dynamic-resource-allocation/structured/internal pools.go. In: all ResourceSlices
 * and a node. Out: its devices in a fixed order, and whether each pool is complete.
 */
import type { Node } from '#k8s.io/api/core/v1';
import type { Device, ResourceSlice } from '#k8s.io/api/resource/v1';
import { nodeSelectorTermMatches } from '#k8s.io/component-helpers/scheduling/node-affinity';

export interface PoolDevice {
  /** `driver/pool/device` */
  readonly key: string;
  readonly driver: string;
  readonly pool: string;
  readonly device: Device;
}

export interface Pool {
  /** `driver/pool` */
  readonly id: string;
  /** Its driver is still publishing: slices of the newest generation are missing. */
  readonly isIncomplete: boolean;
  readonly devices: readonly PoolDevice[];
}

export const deviceKey = (driver: string, pool: string, device: string): string =>
  `${driver}/${pool}/${device}`;

const byName = (a: ResourceSlice, b: ResourceSlice): number =>
  a.metadata.name < b.metadata.name ? -1 : 1;

/** Only pools with a slice that the node can reach. Source: GatherPools. */
export function poolsOf(slices: readonly ResourceSlice[], node: Node): readonly Pool[] {
  const all = new Map<string, ResourceSlice[]>();
  for (const slice of slices) {
    const id = `${slice.spec.driver}/${slice.spec.pool.name}`;
    all.set(id, [...(all.get(id) ?? []), slice]);
  }
  return [...all]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([id, own]) => {
      const newest = Math.max(...own.map(({ spec }) => spec.pool.generation));
      const current = own.filter(({ spec }) => spec.pool.generation === newest).sort(byName);
      const near = current.filter((slice) => reaches(slice, node));
      if (near.length === 0) return [];
      const isIncomplete = current.length !== current[0]?.spec.pool.resourceSliceCount;
      return [{ id, isIncomplete, devices: near.flatMap(devicesOf) }];
    });
}

const devicesOf = ({ spec }: ResourceSlice): readonly PoolDevice[] =>
  (spec.devices ?? []).map((device) => ({
    key: deviceKey(spec.driver, spec.pool.name, device.name),
    driver: spec.driver,
    pool: spec.pool.name,
    device,
  }));

function reaches({ spec }: ResourceSlice, node: Node): boolean {
  if (spec.allNodes === true || spec.nodeName === node.metadata.name) return true;
  const terms = spec.nodeSelector?.nodeSelectorTerms ?? [];
  return terms.some((term) => nodeSelectorTermMatches(term, node));
}
