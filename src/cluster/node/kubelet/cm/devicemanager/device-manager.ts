/**
 * Devices that plugins advertise, and the containers that have them.
 *
 * Models kubernetes/pkg/kubelet/cm/devicemanager where a plugin is only data: Register and
 * ListAndWatch become `register`, Allocate answers from the plugin's configuration. In: what
 * containers ask for. Out: devices, variables and device nodes for the container, and the node's
 * capacity.
 */
import type { DevicePluginConfig } from '#cluster/config/kubelet-config';
import type { Container, Pod } from '#k8s.io/api/core/v1';
import { wholeValue } from '#k8s.io/apimachinery/quantity';
import { isSidecar } from '../../container/names.ts';
import {
  type HintProvider,
  hasBit,
  hintsForAmount,
  type ProviderHints,
  type TopologyHint,
} from '../topologymanager/topology-hint.ts';

type Device = DevicePluginConfig['devices'][number];
/** Device ids by pod, container and resource: the file kubelet_internal_checkpoint. */
export type DeviceAssignments = Map<string, Map<string, ReadonlyMap<string, readonly string[]>>>;

export interface DeviceManagerOptions {
  readonly plugins: readonly DevicePluginConfig[];
  readonly numaNodes: number;
  readonly state: DeviceAssignments;
  /** `resource/id` of devices that have failed since. */
  readonly failed: ReadonlySet<string>;
}

export class DeviceManager implements HintProvider {
  readonly #plugins: ReadonlyMap<string, DevicePluginConfig>;
  readonly #numaNodes: number;
  readonly #assignments: DeviceAssignments;
  readonly #failed: ReadonlySet<string>;
  readonly #registered = new Set<string>();

  constructor({ plugins, numaNodes, state, failed }: DeviceManagerOptions) {
    this.#plugins = new Map(plugins.map((plugin) => [plugin.resource, plugin]));
    this.#numaNodes = numaNodes;
    this.#assignments = state;
    this.#failed = failed;
  }

  /** The plugin has called Register and sent its list. */
  register(resource: string): void {
    this.#registered.add(resource);
  }

  /** Capacity and allocatable of the node, by resource. Source: GetCapacity. */
  get capacity(): readonly { readonly resource: string; all: number; healthy: number }[] {
    return [...this.#registered].map((resource) => ({
      resource,
      all: this.#devices(resource).length,
      healthy: this.#healthy(resource).length,
    }));
  }

  /** By resource. */
  devicesOf(uid: string, container: string): ReadonlyMap<string, readonly string[]> | undefined {
    return this.#assignments.get(uid)?.get(container);
  }

  /** What the plugins add to the container. Source: deviceRunContainerOptions. */
  runOptions(uid: string, container: string) {
    const given = this.devicesOf(uid, container);
    if (given === undefined) return undefined;
    const envs: { key: string; value: string }[] = [];
    const devices: { containerPath: string; hostPath: string }[] = [];
    for (const [resource, ids] of given) {
      const { env } = this.#plugins.get(resource) ?? {};
      if (env !== undefined) envs.push({ key: env, value: ids.join(',') });
      for (const id of ids) devices.push({ containerPath: `/dev/${id}`, hostPath: `/dev/${id}` });
    }
    return { envs, devices };
  }

  hints(pod: Pod, containers: readonly Container[]): ProviderHints {
    const hints = new Map<string, readonly TopologyHint[] | undefined>();
    for (const resource of this.#plugins.keys()) {
      const wanted = containers.reduce((sum, one) => sum + wantedOf(one, resource), 0);
      if (wanted === 0) continue;
      const { uid } = pod.metadata;
      const [first] = containers;
      const has = containers.length === 1 && this.devicesOf(uid, first?.name ?? '')?.has(resource);
      const hasTopology = this.#devices(resource).some(({ numaNode }) => numaNode !== undefined);
      hints.set(resource, has || !hasTopology ? undefined : this.#hintsFor(pod, resource, wanted));
    }
    return hints;
  }

  allocate(pod: Pod, container: Container, { mask }: TopologyHint): string | undefined {
    for (const resource of this.#plugins.keys()) {
      const error = this.#allocate(pod, container, resource, mask);
      if (error !== undefined) return error;
    }
    return undefined;
  }

  release(uid: string): void {
    this.#assignments.delete(uid);
  }

  get owners(): Iterable<string> {
    return this.#assignments.keys();
  }

  #hintsFor(pod: Pod, resource: string, wanted: number): readonly TopologyHint[] {
    const free = this.#free(pod, resource);
    if (free.length < wanted) return [];
    const count = (devices: readonly Device[], mask: number): number =>
      devices.filter((device) => isNear(device, mask)).length;
    const all = this.#devices(resource);
    return hintsForAmount(
      this.#numaNodes,
      wanted,
      (mask) => count(all, mask),
      (mask) => count(free, mask),
    );
  }

  /** Source: allocateContainerResources and devicesToAllocate. */
  #allocate(
    pod: Pod,
    container: Container,
    resource: string,
    mask: number | undefined,
  ): string | undefined {
    const wanted = wantedOf(container, resource);
    const { uid } = pod.metadata;
    if (wanted === 0 || this.devicesOf(uid, container.name)?.has(resource) === true) {
      return undefined;
    }
    if (!this.#registered.has(resource)) return `cannot allocate unregistered device ${resource}`;
    if (this.#healthy(resource).length === 0) {
      return `no healthy devices present; cannot allocate unhealthy devices ${resource}`;
    }
    const free = this.#free(pod, resource);
    if (free.length < wanted) {
      const numbers = `Requested: ${wanted}, Available: ${free.length}`;
      return `requested number of devices unavailable for ${resource}. ${numbers}`;
    }
    const { allocateError } = this.#plugins.get(resource) ?? {};
    if (allocateError !== undefined) {
      return `rpc error: code = Unknown desc = ${allocateError}`;
    }
    const near = free.filter((device) => mask !== undefined && isNear(device, mask));
    const far = free.filter((device) => !near.includes(device));
    const ids = [...near, ...far].slice(0, wanted).map(({ id }) => id);
    const own = this.#assignments.get(uid) ?? new Map();
    own.set(container.name, new Map([...(own.get(container.name) ?? []), [resource, ids.sort()]]));
    this.#assignments.set(uid, own);
    return undefined;
  }

  #devices(resource: string): readonly Device[] {
    return this.#plugins.get(resource)?.devices ?? [];
  }

  #healthy(resource: string): readonly Device[] {
    return this.#devices(resource).filter(
      ({ id, unhealthy }) => unhealthy !== true && !this.#failed.has(`${resource}/${id}`),
    );
  }

  /** Devices of ended init containers of this pod count as free. */
  #free(pod: Pod, resource: string): readonly Device[] {
    const inits = new Set(
      (pod.spec.initContainers ?? []).filter((one) => !isSidecar(one)).map(({ name }) => name),
    );
    const taken = new Set<string>();
    for (const [uid, containers] of this.#assignments) {
      for (const [name, given] of containers) {
        if (uid === pod.metadata.uid && inits.has(name)) continue;
        for (const id of given.get(resource) ?? []) taken.add(id);
      }
    }
    return this.#healthy(resource).filter(({ id }) => !taken.has(id));
  }
}

const isNear = ({ numaNode }: Device, mask: number): boolean =>
  numaNode === undefined || hasBit(mask, numaNode);

function wantedOf({ resources }: Container, resource: string): number {
  const limit = resources?.limits?.[resource] ?? resources?.requests?.[resource];
  return limit === undefined ? 0 : wholeValue(limit);
}
