/**
 * The NUMA nodes that a container's resources could come from, as bit masks.
 * Models kubernetes/pkg/kubelet/cm/topologymanager TopologyHint and HintProvider.
 */
import type { Container, Pod } from '#k8s.io/api/core/v1';

export interface TopologyHint {
  /** Bit n: NUMA node n. `undefined`: anywhere. */
  readonly mask: number | undefined;
  readonly preferred: boolean;
}

/** Hints by resource; `undefined`: no preference; an empty list: the request cannot be met. */
export type ProviderHints = ReadonlyMap<string, readonly TopologyHint[] | undefined>;

/** A manager that knows the NUMA nodes of its resources. */
export interface HintProvider {
  /** For one container, or for all containers of a pod together. */
  hints(pod: Pod, containers: readonly Container[]): ProviderHints;
  /**
   * Allocates what the container asks for, by the hint if possible. Returns an error when it
   * cannot.
   */
  allocate(pod: Pod, container: Container, hint: TopologyHint): string | undefined;
  release(uid: string): void;
}

export const bitCount = (mask: number): number => {
  let count = 0;
  for (let rest = mask; rest !== 0; rest &= rest - 1) count++;
  return count;
};

export const hasBit = (mask: number, bit: number): boolean => (mask & (1 << bit)) !== 0;

/** Every set of NUMA nodes but the empty one, small ones first. */
function allMasks(nodes: number): readonly number[] {
  const masks = Array.from({ length: (1 << nodes) - 1 }, (_, index) => index + 1);
  return masks.sort((a, b) => bitCount(a) - bitCount(b) || a - b);
}

/** The numbers of the NUMA nodes of a mask: `0,1`. */
export const maskText = (mask: number): string => {
  const bits: number[] = [];
  for (let bit = 0; mask >> bit !== 0; bit++) if (hasBit(mask, bit)) bits.push(bit);
  return bits.join(',');
};

/** Fewer nodes, or the same number with lower ones. Source: bitmask IsNarrowerThan. */
export const isNarrower = (a: number, b: number): boolean =>
  bitCount(a) === bitCount(b) ? a < b : bitCount(a) < bitCount(b);

/**
 * Hints for an amount of a resource. A set of NUMA nodes is preferred if no smaller set of this
 * machine could ever hold the amount.
 */
export function hintsForAmount(
  nodes: number,
  amount: number,
  size: (mask: number) => number,
  free: (mask: number) => number,
): readonly TopologyHint[] {
  const masks = allMasks(nodes);
  const least = masks.find((mask) => size(mask) >= amount);
  const smallest = least === undefined ? 0 : bitCount(least);
  return masks
    .filter((mask) => free(mask) >= amount)
    .map((mask) => ({ mask, preferred: bitCount(mask) === smallest }));
}
