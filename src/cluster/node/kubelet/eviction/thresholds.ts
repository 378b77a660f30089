/**
 * The signals of the eviction manager and the hard thresholds of Linux.
 * Source: kubernetes/pkg/kubelet/eviction/defaults_linux.go and helpers.go.
 */
import { quantityFromWhole } from '#k8s.io/apimachinery/quantity';
import type { HostResources } from '#k8s.io/cri-api/host-resources';

export type PressureCondition = 'MemoryPressure' | 'DiskPressure' | 'PIDPressure';
export type EvictionSignal =
  | 'memory.available'
  | 'nodefs.available'
  | 'imagefs.available'
  | 'pid.available';

export interface Threshold {
  readonly signal: EvictionSignal;
  readonly condition: PressureCondition;
  /** What the messages call it. */
  readonly resource: 'memory' | 'ephemeral-storage' | 'pids';
  /** An amount, or a share of the capacity. */
  readonly amount: number | undefined;
  readonly share: number | undefined;
}

export const hardThresholds: readonly Threshold[] = [
  {
    signal: 'memory.available',
    condition: 'MemoryPressure',
    resource: 'memory',
    amount: 100 * 2 ** 20,
    share: undefined,
  },
  {
    signal: 'nodefs.available',
    condition: 'DiskPressure',
    resource: 'ephemeral-storage',
    amount: undefined,
    share: 0.1,
  },
  {
    signal: 'imagefs.available',
    condition: 'DiskPressure',
    resource: 'ephemeral-storage',
    amount: undefined,
    share: 0.15,
  },
];

export interface Observation {
  readonly threshold: Threshold;
  /** Bytes. */
  readonly available: number;
  readonly quantity: number;
}

/** The thresholds that are met, memory first. */
export function metThresholds(host: HostResources): readonly Observation[] {
  return hardThresholds
    .map((threshold) => {
      const isMemory = threshold.signal === 'memory.available';
      const capacity = isMemory ? host.memoryBytes : host.diskBytes;
      const available = isMemory ? host.memoryAvailable : host.diskAvailable;
      const quantity = threshold.amount ?? Math.floor(capacity * (threshold.share ?? 0));
      return { threshold, available, quantity };
    })
    .filter(({ available, quantity }) => available < quantity);
}

/** As Go prints a binary quantity: `100Mi`, `2484Ki`. */
export const bytesText = (bytes: number): string => quantityFromWhole(bytes, 'BinarySI');
