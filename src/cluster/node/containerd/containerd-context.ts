/** What all CRI calls share: the node's state, its clock and its tracer. */
import type { Prng } from '#base/prng';
import { type Duration, ms, type SimTime } from '#base/sim-time';
import type { NodeConfig } from '#cluster/config/cluster-config';
import type { Environment } from '#cluster/environment';
import type { CniNetwork } from '#cluster/node/cni/plugin';
import type { Cgroups } from '#cluster/node/os/cgroups';
import type { HostResources } from '#cluster/node/os/host-resources';
import type { NodeNetwork } from '#cluster/node/os/sockets';
import { type Process, sleep } from '#sim/simulation';
import type { NodeFact } from '#trace/facts/node';
import { NodeState } from './node-state.ts';
import type { ApiAccess, Program } from './processes/program.ts';
import type { ImageRegistry } from './registry.ts';

type RuntimeStep = Extract<NodeFact, { type: 'RuntimeStep' }>;

export interface ContainerdOptions {
  readonly node: NodeConfig;
  readonly cni: CniNetwork;
  readonly registry: ImageRegistry;
  /** The network of the node's processes; absent: they have none. */
  readonly network?: NodeNetwork;
  /** Programs of images that are not busybox, by `ImageConfig.program`. */
  readonly programs?: ReadonlyMap<string, Program>;
  /** How programs in containers reach the API server; absent: they do not. */
  readonly api?: ApiAccess;
  /** The machine's memory, disk and control groups. */
  readonly host: HostResources;
}

/**
 * Between the exit of a process and the moment containerd has deleted its task. Until then the task
 * looks alive.
 */
const reapTime = { base: ms(78), jitter: ms(30) };

export class ContainerdContext {
  readonly env: Environment;
  readonly component: string;
  readonly cni: CniNetwork;
  readonly registry: ImageRegistry;
  readonly network: NodeNetwork | undefined;
  readonly programs: ReadonlyMap<string, Program>;
  readonly api: ApiAccess | undefined;
  readonly host: HostResources;
  readonly cgroups: Cgroups;
  readonly state: NodeState;
  readonly #prng: Prng;
  /** What is known of the machine's process ids: how many may be started before one counts. */
  #pids = { taken: 0, started: 0, sure: 0 };

  constructor(
    env: Environment,
    { node, cni, registry, network, programs, api, host }: ContainerdOptions,
  ) {
    this.env = env;
    this.component = `${node.name}/containerd`;
    this.cni = cni;
    this.registry = registry;
    this.network = network;
    this.programs = programs ?? new Map();
    this.api = api;
    this.host = host;
    this.cgroups = host.cgroups;
    this.#prng = env.prng.fork(this.component);
    this.state = new NodeState(this.#prng.fork('state'));
    host.processesOfPods = () => this.#countProcesses();
  }

  /** Takes `base`, plus up to `jitter`. */
  *work(base: Duration, jitter: Duration): Process {
    yield* sleep(base + this.#prng.nextInt(jitter + 1));
  }

  /** The time from the end of a container's process until its task is reaped and deleted. */
  reapDelay(): Duration {
    return reapTime.base + this.#prng.nextInt(reapTime.jitter + 1);
  }

  /** The machine's own time, which may be wrong. */
  wall(): SimTime {
    return this.env.sim.now + this.host.clockSkew;
  }

  /**
   * Whether the machine has no process id for one more; to be asked before each start. All are
   * counted only when they may have become too few: half of those that were left then are for
   * processes that start without being asked for, such as sandboxes.
   */
  lacksPid(): boolean {
    const { processesTaken: taken } = this.host;
    if (taken === this.#pids.taken && this.#pids.started++ < this.#pids.sure) return false;
    const { pidsAvailable } = this.host;
    this.#pids = { taken, started: 1, sure: Math.floor(pidsAvailable / 2) };
    return pidsAvailable <= 0;
  }

  #countProcesses(): number {
    let count = 0;
    for (const { task } of this.state.containers.values()) {
      if (task !== undefined && task.exit === undefined) count += task.processCount;
    }
    return count + this.state.sandboxes.size;
  }

  step(step: RuntimeStep['step'], pod: string, params: RuntimeStep['params']): void {
    this.env.tracer.emit({ type: 'RuntimeStep', component: this.component, step, pod, params });
  }
}
