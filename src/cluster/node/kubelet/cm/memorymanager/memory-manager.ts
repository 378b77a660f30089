/**
 * Reserves memory of NUMA nodes for containers.
 *
 * Models kubernetes/pkg/kubelet/cm/memorymanager with the policy Static: a container of a
 * Guaranteed pod gets its memory from as few NUMA nodes as can hold it.
 */
import type { Container, Pod } from '#k8s.io/api/core/v1';
import { wholeValue } from '#k8s.io/apimachinery/quantity';
import type { NumaNode } from '../machine-topology.ts';
import { podQos } from '../qos.ts';
import {
  type HintProvider,
  hasBit,
  hintsForAmount,
  maskText,
  type ProviderHints,
  type TopologyHint,
} from '../topologymanager/topology-hint.ts';

interface Block {
  readonly mask: number;
  /** Bytes by NUMA node. */
  readonly parts: ReadonlyMap<number, number>;
}

export type MemoryBlocks = Map<string, Map<string, Block>>;

export class MemoryManager implements HintProvider {
  readonly #topology: readonly NumaNode[];
  readonly #blocks: MemoryBlocks;
  readonly #reservedBytes: number;

  /** `reservedBytes` are kept on the first NUMA node; `state` is the file memory_manager_state. */
  constructor(topology: readonly NumaNode[], reservedBytes: number, state: MemoryBlocks) {
    this.#topology = topology;
    this.#reservedBytes = reservedBytes;
    this.#blocks = state;
  }

  /** `cpuset.mems` of a container; undefined: it may use all nodes. */
  mems(uid: string, container: string): string | undefined {
    const block = this.#blocks.get(uid)?.get(container);
    return block === undefined ? undefined : maskText(block.mask);
  }

  hints(pod: Pod, containers: readonly Container[]): ProviderHints {
    const bytes = containers.reduce((sum, container) => sum + promisedBytes(pod, container), 0);
    return bytes === 0 ? new Map() : new Map([['memory', this.#hintsFor(bytes)]]);
  }

  allocate(pod: Pod, container: Container, hint: TopologyHint): string | undefined {
    const bytes = promisedBytes(pod, container);
    const { uid } = pod.metadata;
    if (bytes === 0 || this.#blocks.get(uid)?.has(container.name) === true) return undefined;
    const fits = hint.mask !== undefined && this.#freeIn(hint.mask) >= bytes;
    const mask = fits ? hint.mask : this.#hintsFor(bytes)[0]?.mask;
    if (mask === undefined) {
      return (
        '[memorymanager] failed to get the default NUMA affinity,' +
        ' no NUMA nodes with enough memory is available'
      );
    }
    const parts = new Map<number, number>();
    let left = bytes;
    for (const { id } of this.#topology) {
      if (!hasBit(mask, id) || left === 0) continue;
      const part = Math.min(left, this.#free(id));
      parts.set(id, part);
      left -= part;
    }
    const own = this.#blocks.get(uid) ?? new Map<string, Block>();
    own.set(container.name, { mask, parts });
    this.#blocks.set(uid, own);
    return undefined;
  }

  release(uid: string): void {
    this.#blocks.delete(uid);
  }

  get owners(): Iterable<string> {
    return this.#blocks.keys();
  }

  #hintsFor(bytes: number): readonly TopologyHint[] {
    const size = (mask: number): number =>
      this.#topology.reduce((sum, { id }) => sum + (hasBit(mask, id) ? this.#size(id) : 0), 0);
    const free = (mask: number): number => this.#freeIn(mask);
    return hintsForAmount(this.#topology.length, bytes, size, free);
  }

  #size(id: number): number {
    const bytes = this.#topology[id]?.memoryBytes ?? 0;
    return id === 0 ? Math.max(0, bytes - this.#reservedBytes) : bytes;
  }

  #free(id: number): number {
    let free = this.#size(id);
    for (const own of this.#blocks.values()) {
      for (const { parts } of own.values()) free -= parts.get(id) ?? 0;
    }
    return Math.max(0, free);
  }

  #freeIn(mask: number): number {
    return this.#topology.reduce((sum, { id }) => sum + (hasBit(mask, id) ? this.#free(id) : 0), 0);
  }
}

function promisedBytes(pod: Pod, container: Container): number {
  if (podQos(pod) !== 'Guaranteed') return 0;
  const { requests, limits } = container.resources ?? {};
  const memory = requests?.['memory'] ?? limits?.['memory'];
  return memory === undefined ? 0 : wholeValue(memory);
}
