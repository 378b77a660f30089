/** What the calls of the runtime share: the node's state, its clock and its part in the trace. */
import type { Prng } from '#base/prng';
import type { Duration } from '#base/sim-time';
import type { NodeConfig } from '#cluster/cluster-config';
import type { Environment } from '#cluster/environment';
import type { CniNetwork } from '#cluster/node/cni/plugin';
import { type Process, sleep } from '#sim/simulation';
import type { NodeFact } from '#trace/events/node';
import { NodeState } from './node-state.ts';
import type { ImageRegistry } from './registry.ts';

type RuntimeStep = Extract<NodeFact, { type: 'RuntimeStep' }>;

export interface ContainerdOptions {
  readonly node: NodeConfig;
  readonly cni: CniNetwork;
  readonly registry: ImageRegistry;
}

export class ContainerdContext {
  readonly env: Environment;
  readonly component: string;
  readonly cni: CniNetwork;
  readonly registry: ImageRegistry;
  readonly state: NodeState;
  readonly #prng: Prng;

  constructor(env: Environment, { node, cni, registry }: ContainerdOptions) {
    this.env = env;
    this.component = `${node.name}/containerd`;
    this.cni = cni;
    this.registry = registry;
    this.#prng = env.prng.fork(this.component);
    this.state = new NodeState(this.#prng.fork('state'));
  }

  /** Work that takes `base` and up to `jitter` more. */
  *work(base: Duration, jitter: Duration): Process {
    yield* sleep(base + this.#prng.nextInt(jitter + 1));
  }

  step(step: RuntimeStep['step'], pod: string, params: RuntimeStep['params']): void {
    this.env.tracer.emit({ type: 'RuntimeStep', component: this.component, step, pod, params });
  }
}
