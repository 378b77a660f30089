/**
 * Gives containers CPUs of their own.
 *
 * Models kubernetes/pkg/kubelet/cm/cpumanager with the policies none and static: a container of a
 * Guaranteed pod that asks for whole CPUs gets them exclusively; all others share the rest, and
 * every ten seconds the runtime gets the changed CPU sets.
 */
import type { Container, Pod } from '#k8s.io/api/core/v1';
import { milliValue } from '#k8s.io/apimachinery/quantity';
import { isSidecar } from '../../container/names.ts';
import { formatCpuset, without } from '../cpuset.ts';
import type { NumaNode } from '../machine-topology.ts';
import { podQos } from '../qos.ts';
import {
  type HintProvider,
  hasBit,
  hintsForAmount,
  type ProviderHints,
  type TopologyHint,
} from '../topologymanager/topology-hint.ts';

/** Exclusive CPUs by pod, then by container. */
export type CpuAssignments = Map<string, Map<string, readonly number[]>>;

export interface CpuManagerOptions {
  readonly topology: readonly NumaNode[];
  /** CPUs that no container gets exclusively. */
  readonly reserved: readonly number[];
  /** What was assigned before the kubelet restarted: its file cpu_manager_state. */
  readonly state: CpuAssignments;
}

/** The static policy; with the policy none this manager does not exist. */
export class CpuManager implements HintProvider {
  readonly #topology: readonly NumaNode[];
  readonly #reserved: readonly number[];
  readonly #assignments: CpuAssignments;
  readonly #all: readonly number[];

  constructor({ topology, reserved, state }: CpuManagerOptions) {
    this.#topology = topology;
    this.#reserved = reserved;
    this.#assignments = state;
    this.#all = topology.flatMap(({ cpus }) => cpus).sort((a, b) => a - b);
  }

  /** The shared CPUs, including those reserved for the system. */
  get shared(): readonly number[] {
    const taken = [...this.#assignments.values()].flatMap((of) => [...of.values()].flat());
    return without(this.#all, taken);
  }

  /** The container's exclusive CPUs; undefined: it uses the shared ones. */
  exclusive(uid: string, container: string): readonly number[] | undefined {
    return this.#assignments.get(uid)?.get(container);
  }

  hasExclusive(uid: string): boolean {
    return this.#assignments.has(uid);
  }

  /** `cpuset.cpus` of a container. Source: GetCPUAffinity. */
  cpuset(uid: string, container: string): string {
    return formatCpuset(this.exclusive(uid, container) ?? this.shared);
  }

  hints(pod: Pod, containers: readonly Container[]): ProviderHints {
    const wanted = containers.reduce((sum, container) => sum + exclusiveCpus(pod, container), 0);
    if (wanted === 0) return new Map();
    const known =
      containers.length === 1 && this.exclusive(pod.metadata.uid, firstName(containers));
    const free = new Set(known ? known : [...this.#free(), ...this.#reusable(pod)]);
    const within = (mask: number, counts: (cpu: number) => boolean): number =>
      this.#near(mask).filter(counts).length;
    const hints = hintsForAmount(
      this.#topology.length,
      wanted,
      (mask) => within(mask, () => true),
      (mask) => within(mask, (cpu) => free.has(cpu)),
    );
    return new Map([['cpu', hints]]);
  }

  allocate(pod: Pod, container: Container, { mask }: TopologyHint): string | undefined {
    const wanted = exclusiveCpus(pod, container);
    const { uid } = pod.metadata;
    if (wanted === 0 || this.exclusive(uid, container.name) !== undefined) return undefined;
    const reusable = this.#reusable(pod);
    const free = [...reusable, ...this.#free()];
    if (free.length < wanted) {
      const numbers = `requested=${wanted}, available=${free.length}`;
      return `not enough cpus available to satisfy request: ${numbers}`;
    }
    const near = mask === undefined ? [] : free.filter((cpu) => this.#near(mask).includes(cpu));
    const taken = this.#take(near, Math.min(wanted, near.length));
    const rest = this.#take(without(free, taken), wanted - taken.length);
    const cpus = [...taken, ...rest].sort((a, b) => a - b);
    const own = this.#assignments.get(uid) ?? new Map<string, readonly number[]>();
    own.set(container.name, cpus);
    this.#assignments.set(uid, own);
    return undefined;
  }

  release(uid: string): void {
    this.#assignments.delete(uid);
  }

  get owners(): Iterable<string> {
    return this.#assignments.keys();
  }

  #near(mask: number): readonly number[] {
    return this.#topology.filter(({ id }) => hasBit(mask, id)).flatMap(({ cpus }) => cpus);
  }

  #free(): readonly number[] {
    return without(this.shared, this.#reserved);
  }

  /** CPUs of init containers that end before the other containers start. Source: cpusToReuse. */
  #reusable(pod: Pod): readonly number[] {
    const { uid } = pod.metadata;
    const used = pod.spec.containers.flatMap(({ name }) => this.exclusive(uid, name) ?? []);
    const ended = (pod.spec.initContainers ?? []).filter((container) => !isSidecar(container));
    const cpus = new Set(ended.flatMap(({ name }) => this.exclusive(uid, name) ?? []));
    return without([...cpus], used);
  }

  /**
   * Takes CPUs of one NUMA node if one has enough, the one with the fewest free. Source:
   * takeByTopology.
   */
  #take(free: readonly number[], count: number): readonly number[] {
    if (count === 0) return [];
    const here = (of: NumaNode): readonly number[] => of.cpus.filter((cpu) => free.includes(cpu));
    const fitting = this.#topology
      .map(here)
      .filter((cpus) => cpus.length >= count)
      .sort((a, b) => a.length - b.length);
    return (fitting[0] ?? free).slice(0, count);
  }
}

const firstName = (containers: readonly Container[]): string => containers[0]?.name ?? '';

/** How many exclusive CPUs a container gets. Source: guaranteedCPUs. */
function exclusiveCpus(pod: Pod, container: Container): number {
  if (podQos(pod) !== 'Guaranteed') return 0;
  const { requests, limits } = container.resources ?? {};
  const cpu = requests?.['cpu'] ?? limits?.['cpu'];
  const milli = cpu === undefined ? 0 : milliValue(cpu);
  return milli % 1000 === 0 ? milli / 1000 : 0;
}
