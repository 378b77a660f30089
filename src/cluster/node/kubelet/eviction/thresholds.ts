/**
 * The signals of the eviction manager and its thresholds, hard and soft.
 * Source: kubernetes/pkg/kubelet/eviction/defaults_linux.go and helpers.go.
 */
import { assertUnreachable } from '#base/assert';
import { type Duration, second } from '#base/sim-time';
import type { EvictionSignal, KubeletConfig } from '#cluster/config/kubelet-config';
import type { HostResources } from '#cluster/node/os/host-resources';
import { quantityFromWhole, wholeValue } from '#k8s.io/apimachinery/quantity';

export type PressureCondition = 'MemoryPressure' | 'DiskPressure' | 'PIDPressure';

/** The name in messages. */
export type EvictedResource = 'memory' | 'ephemeral-storage' | 'inodes' | 'pids';

export interface Threshold {
  readonly signal: EvictionSignal;
  readonly condition: PressureCondition;
  readonly resource: EvictedResource;
  /** The threshold is met below this: bytes, or a count. */
  readonly quantity: number;
  /** Whether it was given as a share of the capacity. */
  readonly isShare: boolean;
  readonly soft: boolean;
  /** How long a soft threshold must be met before it counts. */
  readonly grace: Duration;
  /** How much more must be free before the threshold is no longer met. */
  readonly minReclaim: number;
}

const signals: Readonly<
  Record<EvictionSignal, readonly [condition: PressureCondition, resource: EvictedResource]>
> = {
  'memory.available': ['MemoryPressure', 'memory'],
  'nodefs.available': ['DiskPressure', 'ephemeral-storage'],
  'nodefs.inodesFree': ['DiskPressure', 'inodes'],
  'imagefs.available': ['DiskPressure', 'ephemeral-storage'],
  'imagefs.inodesFree': ['DiskPressure', 'inodes'],
  'pid.available': ['PIDPressure', 'pids'],
};

/** The defaults. */
export const defaultHard: NonNullable<KubeletConfig['evictionHard']> = {
  'memory.available': '100Mi',
  'nodefs.available': '10%',
  'nodefs.inodesFree': '5%',
  'imagefs.available': '15%',
  'imagefs.inodesFree': '5%',
};

/** Memory first, hard before soft. Configured hard thresholds replace all default ones. */
export function thresholdsOf(host: HostResources, config: KubeletConfig): readonly Threshold[] {
  const { evictionHard = defaultHard, evictionSoft = {} } = config;
  const all: Threshold[] = [];
  for (const signal of Object.keys(signals) as EvictionSignal[]) {
    const [condition, resource] = signals[signal];
    const { capacity } = observe(host, signal);
    const minReclaim = amountOf(config.evictionMinimumReclaim?.[signal] ?? '0', capacity);
    const add = (value: string | undefined, soft: boolean, grace: Duration): void => {
      if (value === undefined) return;
      const quantity = amountOf(value, capacity);
      const isShare = value.endsWith('%');
      all.push({ signal, condition, resource, quantity, isShare, soft, grace, minReclaim });
    };
    add(evictionHard[signal], false, 0);
    add(evictionSoft[signal], true, (config.evictionSoftGracePeriod?.[signal] ?? 0) * second);
  }
  return all;
}

export interface Observation {
  readonly threshold: Threshold;
  /** Bytes, or a count. */
  readonly available: number;
}

interface Signal {
  readonly capacity: number;
  readonly available: number;
}

function observe(host: HostResources, signal: EvictionSignal): Signal {
  switch (signal) {
    case 'memory.available':
      return { capacity: host.memoryBytes, available: host.memoryAvailable };
    // One disk holds images, containers and volumes.
    case 'nodefs.available':
    case 'imagefs.available':
      return { capacity: host.diskBytes, available: host.diskAvailable };
    case 'nodefs.inodesFree':
    case 'imagefs.inodesFree':
      return { capacity: host.inodes, available: host.inodesFree };
    case 'pid.available':
      return { capacity: host.maxPids, available: host.pidsAvailable };
    default:
      return assertUnreachable(signal);
  }
}

/** A share is a 32-bit float, as its messages show. Source: parsePercentage. */
const amountOf = (value: string, capacity: number): number =>
  value.endsWith('%')
    ? Math.floor(capacity * Math.fround(Number(value.slice(0, -1)) / 100))
    : wholeValue(value);

/**
 * The thresholds that are met. With `reclaiming` a met threshold stays met until the minimum
 * reclaim is free as well. Source: thresholdsMet.
 */
export function metThresholds(
  thresholds: readonly Threshold[],
  host: HostResources,
  reclaiming: boolean,
): readonly Observation[] {
  return thresholds.flatMap((threshold) => {
    const { available } = observe(host, threshold.signal);
    const wanted = threshold.quantity + (reclaiming ? threshold.minReclaim : 0);
    return available < wanted ? [{ threshold, available }] : [];
  });
}

/** As Go prints a binary quantity: `100Mi`, `2484Ki`. */
export const bytesText = (bytes: number): string => quantityFromWhole(bytes, 'BinarySI');

/** A share is printed in binary units; counts are decimal. */
export const quantityText = ({ threshold }: Observation): string =>
  threshold.isShare || !isCount(threshold)
    ? bytesText(threshold.quantity)
    : decimalText(threshold.quantity);

export const availableText = ({ threshold, available }: Observation): string =>
  isCount(threshold) ? decimalText(available) : bytesText(available);

const isCount = ({ resource }: Threshold): boolean => resource === 'inodes' || resource === 'pids';

const decimalText = (count: number): string => quantityFromWhole(count, 'DecimalSI');
