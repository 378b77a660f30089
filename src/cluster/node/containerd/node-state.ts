/**
 * What containerd knows on one node: sandboxes, containers, images, names in use.
 *
 * Statuses are immutable values that are replaced when something changes, so a list hands them out
 * as they are; `version` counts the changes.
 */
import type { Prng } from '#base/prng';
import type { SimTime } from '#base/sim-time';
import type { CniArgs } from '#cluster/node/cni/plugin';
import type {
  ContainerConfig,
  ContainerStatus,
  PodSandboxConfig,
  PodSandboxStatus,
} from '#k8s.io/cri-api/runtime';
import type { FileSystem } from './files/file-system.ts';
import type { Mount } from './files/file-types.ts';
import { HostDisk } from './files/host-disk.ts';
import { LogDisk, type OpenLog } from './files/log-disk.ts';
import { ImageStore, type StoredImage } from './images/image-store.ts';
import type { OciSpec } from './oci-spec.ts';
import type { ContainerTask } from './shim/container-task.ts';

export interface Sandbox {
  readonly id: string;
  readonly name: string;
  /** `namespace/name` of the pod. */
  readonly pod: string;
  readonly config: PodSandboxConfig;
  /** Absent on the host's network. */
  readonly network: CniArgs | undefined;
  status: PodSandboxStatus;
  task: ContainerTask | undefined;
  /** `goes`: its teardown is under way; after a restart in the middle of it, it must go again. */
  networkIs: 'up' | 'goes' | 'down';
}

export interface Container {
  readonly id: string;
  readonly name: string;
  readonly sandbox: Sandbox;
  readonly config: ContainerConfig;
  readonly image: StoredImage;
  readonly spec: OciSpec;
  readonly mounts: readonly Mount[];
  /** What its output goes to since it started. */
  log: OpenLog | undefined;
  status: ContainerStatus;
  task: ContainerTask | undefined;
  readonly files: FileSystem;
  /** When its first process ended; the status shows it once the task is reaped. */
  exitedAt: SimTime;
  oomKilled: boolean;
  /** Set while a start is under way: a container starts once. */
  starting: boolean;
}

/** The records of one pod, oldest first. */
interface PodRecords {
  readonly sandboxes: readonly Sandbox[];
  readonly containers: readonly Container[];
}

const noRecords: PodRecords = { sandboxes: [], containers: [] };

const firstPid = 1200;

export class NodeState {
  readonly #sandboxes = new Map<string, Sandbox>();
  readonly #containers = new Map<string, Container>();
  /** By the pod's UID. */
  readonly #pods = new Map<string, PodRecords>();
  /** On disk before their network is made, and not yet listed: their start is under way. */
  readonly starting = new Set<Sandbox>();
  readonly images = new ImageStore();
  readonly disk = new HostDisk();
  readonly logs = new LogDisk();
  readonly names = new Set<string>();
  readonly #prng: Prng;
  #pid = firstPid;
  #version = 1;

  constructor(prng: Prng) {
    this.#prng = prng;
  }

  get version(): number {
    return this.#version;
  }

  get sandboxes(): ReadonlyMap<string, Sandbox> {
    return this.#sandboxes;
  }

  get containers(): ReadonlyMap<string, Container> {
    return this.#containers;
  }

  ofPod(uid: string): PodRecords {
    return this.#pods.get(uid) ?? noRecords;
  }

  addSandbox(sandbox: Sandbox): void {
    this.#sandboxes.set(sandbox.id, sandbox);
    const { uid } = sandbox.config.metadata;
    const { sandboxes, containers } = this.ofPod(uid);
    this.#setPod(uid, { sandboxes: [...sandboxes, sandbox], containers });
  }

  removeSandbox(sandbox: Sandbox): void {
    this.#sandboxes.delete(sandbox.id);
    const { uid } = sandbox.config.metadata;
    const { sandboxes, containers } = this.ofPod(uid);
    this.#setPod(uid, { sandboxes: sandboxes.filter((one) => one !== sandbox), containers });
  }

  addContainer(container: Container): void {
    this.#containers.set(container.id, container);
    const { uid } = container.sandbox.config.metadata;
    const { sandboxes, containers } = this.ofPod(uid);
    this.#setPod(uid, { sandboxes, containers: [...containers, container] });
  }

  removeContainer(container: Container): void {
    this.#containers.delete(container.id);
    const { uid } = container.sandbox.config.metadata;
    const { sandboxes, containers } = this.ofPod(uid);
    this.#setPod(uid, { sandboxes, containers: containers.filter((one) => one !== container) });
  }

  #setPod(uid: string, records: PodRecords): void {
    if (records.sandboxes.length + records.containers.length === 0) this.#pods.delete(uid);
    else this.#pods.set(uid, records);
    this.#version++;
  }

  setSandbox(sandbox: Sandbox, change: Partial<PodSandboxStatus>): void {
    sandbox.status = { ...sandbox.status, ...change };
    this.#version++;
  }

  setContainer(container: Container, change: Partial<ContainerStatus>): void {
    container.status = { ...container.status, ...change };
    this.#version++;
  }

  /** 64 hexadecimal digits. */
  newId(): string {
    return this.#hex(64);
  }

  newUuid(): string {
    const digits = this.#hex(32);
    const part = (from: number, to: number): string => digits.slice(from, to);
    return `${part(0, 8)}-${part(8, 12)}-${part(12, 16)}-${part(16, 20)}-${part(20, 32)}`;
  }

  /** The node's process ids go up; processes outside of containers take some of them. */
  newPid(): number {
    this.#pid += this.#prng.between(1, 12);
    return this.#pid;
  }

  containersOf(sandbox: Sandbox): readonly Container[] {
    const { containers } = this.ofPod(sandbox.config.metadata.uid);
    return containers.filter((container) => container.sandbox === sandbox);
  }

  #hex(digits: number): string {
    let text = '';
    for (let i = 0; i < digits; i += 4) {
      text += this.#prng.nextInt(0x10000).toString(16).padStart(4, '0');
    }
    return text;
  }
}
