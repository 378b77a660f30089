/**
 * Combines the managers that give a container exclusive parts of the machine.
 *
 * Models kubernetes/pkg/kubelet/cm/container_manager_linux.go and topologymanager/scope_*.go: at
 * admission hints are collected and merged, and each manager allocates by the result. In: pods.
 * Out: a refusal, or the container's runtime configuration; the node's devices.
 */
import { defined } from '#base/defined';
import { type Duration, second } from '#base/sim-time';
import type { NodeConfig } from '#cluster/config/cluster-config';
import type { HostResources } from '#cluster/node/os/host-resources';
import type { Container, Pod } from '#k8s.io/api/core/v1';
import { wholeValue } from '#k8s.io/apimachinery/quantity';
import type { LinuxContainerResources } from '#k8s.io/cri-api/runtime';
import { type Process, type Simulation, sleep } from '#sim/simulation';
import type { Tracer } from '#trace/tracer';
import { podKey } from '../container/names.ts';
import type { RemoteRuntime } from '../cri/remote-runtime.ts';
import { type CpuAssignments, CpuManager } from './cpumanager/cpu-manager.ts';
import { parseCpuset } from './cpuset.ts';
import { type DeviceAssignments, DeviceManager } from './devicemanager/device-manager.ts';
import { machineTopology } from './machine-topology.ts';
import { type MemoryBlocks, MemoryManager } from './memorymanager/memory-manager.ts';
import { mergeHints, type TopologyPolicy } from './topologymanager/policy.ts';
import { type HintProvider, maskText, type TopologyHint } from './topologymanager/topology-hint.ts';

export interface Refusal {
  readonly reason: string;
  readonly message: string;
}

/** The tracer, and the component of the facts. */
interface FactSource {
  readonly tracer: Tracer;
  readonly component: string;
}

/** The time from the kubelet's start until its device plugins have found its socket. */
const pluginDelay: Duration = second;
const reconcilePeriod: Duration = 10 * second;

const anywhere: TopologyHint = { mask: undefined, preferred: false };

export class ResourceManagers {
  readonly #source: FactSource;
  readonly #node: NodeConfig;
  readonly #policy: TopologyPolicy;
  readonly #numaNodes: number;
  readonly #cpu: CpuManager | undefined;
  readonly #memory: MemoryManager | undefined;
  readonly #devices: DeviceManager;
  readonly #providers: readonly HintProvider[];
  /** The shared CPU set that was last reported. */
  #reported = '';

  constructor(source: FactSource, node: NodeConfig, host: HostResources) {
    this.#source = source;
    this.#node = node;
    const { kubelet = {}, devicePlugins = [] } = node;
    const topology = machineTopology(node);
    this.#numaNodes = topology.length;
    this.#policy = kubelet.topologyManagerPolicy ?? 'none';
    const reserved = parseCpuset(kubelet.reservedSystemCPUs ?? '');
    if (kubelet.cpuManagerPolicy === 'static') {
      const state: CpuAssignments = checkpoint(host, 'cpu_manager_state');
      this.#cpu = new CpuManager({ topology, reserved, state });
    }
    if (kubelet.memoryManagerPolicy === 'Static') {
      const state: MemoryBlocks = checkpoint(host, 'memory_manager_state');
      this.#memory = new MemoryManager(topology, wholeValue(node.memoryReserved), state);
    }
    const deviceState: DeviceAssignments = checkpoint(host, 'kubelet_internal_checkpoint');
    this.#devices = new DeviceManager({
      plugins: devicePlugins,
      numaNodes: topology.length,
      state: deviceState,
      failed: host.failedDevices,
    });
    const hasDevices = devicePlugins.length > 0;
    this.#providers = [hasDevices ? this.#devices : undefined, this.#cpu, this.#memory].filter(
      (one) => one !== undefined,
    );
  }

  /** What plugins registered, for the node's capacity. */
  get devices(): DeviceManager['capacity'] {
    return this.#devices.capacity;
  }

  /** Whether anything differs from the defaults. */
  get active(): boolean {
    return this.#providers.length > 0;
  }

  /** Allocates what the pod asks for, or returns the refusal. Source: topologymanager Admit. */
  admit(pod: Pod): Refusal | undefined {
    // After a restart of the kubelet the checkpoint has the pod's allocations.
    if (!this.active || this.#owners().has(pod.metadata.uid)) return undefined;
    const refusal =
      this.#node.kubelet?.topologyManagerScope === 'pod'
        ? this.#admitPod(pod)
        : this.#admitContainers(pod);
    if (refusal !== undefined) this.release(pod.metadata.uid);
    return refusal;
  }

  #admitPod(pod: Pod): Refusal | undefined {
    const { hint, admit } = this.#merge(pod, pod.spec.containers);
    if (!admit) return topologyRefusal('Pod Scope Resources');
    for (const container of containersOf(pod)) {
      const refusal = this.#allocate(pod, container, hint);
      if (refusal !== undefined) return refusal;
    }
    return undefined;
  }

  #admitContainers(pod: Pod): Refusal | undefined {
    for (const container of containersOf(pod)) {
      const { hint, admit } = this.#merge(pod, [container]);
      if (!admit) return topologyRefusal('Resources');
      const refusal = this.#allocate(pod, container, hint);
      if (refusal !== undefined) return refusal;
    }
    return undefined;
  }

  #merge(pod: Pod, containers: readonly Container[]) {
    if (this.#policy === 'none') return { hint: anywhere, admit: true };
    const hints = this.#providers.map((provider) => provider.hints(pod, containers));
    return mergeHints(this.#policy, hints, this.#numaNodes);
  }

  #allocate(pod: Pod, container: Container, hint: TopologyHint): Refusal | undefined {
    for (const provider of this.#providers) {
      const error = provider.allocate(pod, container, hint);
      if (error === undefined) continue;
      const message = `Allocate failed due to ${error}, which is unexpected`;
      return { reason: 'UnexpectedAdmissionError', message };
    }
    this.#emitAllocated(pod, container, hint);
    return undefined;
  }

  #emitAllocated(
    pod: Pod,
    { name: container }: Container,
    { mask, preferred }: TopologyHint,
  ): void {
    const { uid } = pod.metadata;
    const given = this.#devices.devicesOf(uid, container);
    const exclusive = this.#cpu?.exclusive(uid, container) !== undefined;
    const mems = this.#memory?.mems(uid, container) ?? '';
    if (!exclusive && mems === '' && given === undefined) return;
    const { tracer, component } = this.#source;
    tracer.emit({
      type: 'ResourcesAllocated',
      component,
      pod: podKey(pod),
      uid,
      container,
      policy: this.#policy,
      numaNodes: mask === undefined ? '' : maskText(mask),
      preferred,
      cpus: exclusive ? (this.#cpu?.cpuset(uid, container) ?? '') : '',
      memoryNodes: mems,
      devices: Object.fromEntries(given ?? []),
    });
  }

  release(uid: string): void {
    for (const provider of this.#providers) provider.release(uid);
  }

  hasExclusiveCpus(uid: string): boolean {
    return this.#cpu?.hasExclusive(uid) ?? false;
  }

  /** Adds the CPUs and NUMA nodes of a container. Source: internal_container_lifecycle_linux.go. */
  placed(pod: Pod, container: Container, asked: LinuxContainerResources): LinuxContainerResources {
    if (!this.active) return asked;
    const { uid } = pod.metadata;
    const cpus = this.#cpu?.cpuset(uid, container.name);
    const mems = this.#memory?.mems(uid, container.name);
    const alone = this.#cpu?.exclusive(uid, container.name) !== undefined;
    return {
      ...asked,
      // A container with exclusive CPUs is not throttled on them.
      ...(alone ? { cpuQuota: -1 } : {}),
      ...defined({ cpusetCpus: cpus, cpusetMems: mems }),
    };
  }

  /** Variables and device nodes that plugins add. */
  runOptions(pod: Pod, container: Container) {
    return this.#devices.runOptions(pod.metadata.uid, container.name);
  }

  /** Plugins register when they find the kubelet's socket. */
  *runPlugins(): Process {
    const { tracer, component } = this.#source;
    const plugins = this.#node.devicePlugins ?? [];
    if (plugins.length === 0) return;
    yield* sleep(pluginDelay);
    for (const { resource, devices } of plugins) {
      this.#devices.register(resource);
      const ids = devices.map(({ id }) => id);
      tracer.emit({ type: 'DevicePluginRegistered', component, resource, devices: ids });
    }
  }

  /**
   * Every ten seconds: releases what ended pods had, and updates the shared CPU set of the other
   * containers.
   * Source: cpumanager reconcileState.
   */
  *reconcile(
    {
      cri,
      sim,
      tracer,
      component,
    }: FactSource & { readonly cri: RemoteRuntime; readonly sim: Simulation },
    isKnown: (uid: string) => boolean,
  ): Process {
    if (!this.active) return;
    for (;;) {
      yield* sleep(reconcilePeriod);
      for (const uid of this.#owners()) if (!isKnown(uid)) this.release(uid);
      if (this.#cpu === undefined || this.#cpu.cpuset('', '') === this.#reported) continue;
      const { shared } = this.#cpu;
      this.#reported = this.#cpu.cpuset('', '');
      const containers = yield* cri.listContainers();
      if (!containers.ok || shared.length === 0) continue;
      tracer.timer(component, 'cpu-manager');
      for (const { id, state, labels, resources } of sim.inTurn(containers.value)) {
        const uid = labels['io.kubernetes.pod.uid'] ?? '';
        const name = labels['io.kubernetes.container.name'] ?? '';
        const cpusetCpus = this.#cpu.cpuset(uid, name);
        if (state !== 'CONTAINER_RUNNING' || resources?.cpusetCpus === cpusetCpus) continue;
        const pod = `${labels['io.kubernetes.pod.namespace']}/${labels['io.kubernetes.pod.name']}`;
        yield* cri.updateContainerResources(pod, id, { cpusetCpus });
      }
    }
  }

  #owners(): ReadonlySet<string> {
    const owners = [this.#devices, this.#cpu, this.#memory].flatMap((one) => [
      ...(one?.owners ?? []),
    ]);
    return new Set(owners);
  }
}

const topologyRefusal = (what: string): Refusal => ({
  reason: 'TopologyAffinityError',
  message: `${what} cannot be allocated with Topology locality`,
});

const containersOf = ({ spec }: Pod): readonly Container[] => [
  ...(spec.initContainers ?? []),
  ...spec.containers,
];

/** A state file of the kubelet, as the map that is written to it. */
function checkpoint<K, V>(host: HostResources, file: string): Map<K, V> {
  const known = host.checkpoints.get(file);
  if (known !== undefined) return known as Map<K, V>;
  const fresh = new Map<K, V>();
  host.checkpoints.set(file, fresh);
  return fresh;
}
