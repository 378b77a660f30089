/** A node's runtime without a kubelet: calls are made by the test, one after the other. */

import { createPrng } from '#base/prng';
import { seconds } from '#base/sim-time';
import type { ImageConfig } from '#cluster/config/cluster-config';
import type { Environment } from '#cluster/environment';
import type { CniNetwork } from '#cluster/node/cni/plugin';
import { hostOf } from '#cluster/node/kernel/host-resources';
import type {
  ContainerConfig,
  ContainerMount,
  CriResult,
  PodSandboxConfig,
} from '#k8s.io/cri-api/runtime';
import { type Process, Simulation } from '#sim/simulation';
import { Tracer } from '#trace/tracer';
import { Containerd } from '../containerd.ts';
import { ImageRegistry } from '../registry.ts';

const node = {
  name: 'node-1',
  cpu: '2',
  memory: '24684092Ki',
  pods: 110,
  memoryReserved: '102400Ki',
  labels: {},
  taints: [],
  podCIDR: '10.244.0.0/24',
  address: '172.30.0.11',
};

export function sandboxConfig(name: string): PodSandboxConfig {
  return {
    metadata: { name, namespace: 'default', uid: `uid-${name}`, attempt: 0 },
    hostname: name,
    logDirectory: `/var/log/pods/default_${name}_uid-${name}`,
    dnsConfig: {
      servers: ['10.96.0.10'],
      searches: ['default.svc.cluster.local', 'svc.cluster.local', 'cluster.local'],
      options: ['ndots:5'],
    },
    portMappings: [],
    labels: {},
    annotations: {},
    linux: {
      cgroupParent: `/kubepods/besteffort/poduid-${name}`,
      namespaceOptions: { network: 'POD', pid: 'CONTAINER', ipc: 'POD' },
    },
  };
}

export function containerConfig(
  image: string,
  command: readonly string[] = [],
  mounts: readonly ContainerMount[] = [],
  attempt = 0,
): ContainerConfig {
  return {
    metadata: { name: 'app', attempt },
    image: { image, userSpecifiedImage: image },
    command,
    args: [],
    workingDir: '',
    envs: [{ key: 'KUBERNETES_SERVICE_HOST', value: '10.96.0.1' }],
    mounts,
    labels: {},
    annotations: {},
    logPath: `app/${attempt}.log`,
    linux: {
      resources: {},
      namespaceOptions: { network: 'POD', pid: 'CONTAINER', ipc: 'POD' },
    },
  };
}

type Network = (env: Environment, options: { node: typeof node }) => CniNetwork;

export class RuntimeBed {
  readonly sim = new Simulation();
  readonly tracer = new Tracer(this.sim);
  readonly containerd: Containerd;

  constructor(images: readonly ImageConfig[], network: Network) {
    const env = { sim: this.sim, tracer: this.tracer, prng: createPrng(1) };
    const registry = new ImageRegistry(env, { images });
    const cni = network(env, { node });
    this.containerd = new Containerd(env, { node, cni, registry, host: hostOf(node) });
    this.sim.spawn('containerd', this.containerd.run());
    this.sim.run(0);
  }

  /** Makes one call and runs the clock until the answer is there. */
  call<T>(call: Process<T>): T {
    const task = this.sim.under(0, () => {
      this.tracer.emitRoot({
        type: 'CommandEntered',
        component: 'person',
        input: 0,
        line: 'test',
        user: 'admin',
      });
      return this.sim.spawn('call', call);
    });
    this.sim.run(this.sim.now + seconds(120), () => task.done);
    const step = task.join().next();
    if (step.done !== true || step.value === undefined) throw new Error('no answer');
    return step.value;
  }

  /** The value of a call that must succeed. */
  done<T>(call: Process<CriResult<T>>): T {
    const result = this.call(call);
    if (!result.ok) throw new Error(result.error.message);
    return result.value;
  }

  sandbox(name: string): string {
    return this.done(this.containerd.runtime.runPodSandbox(sandboxConfig(name), '')).podSandboxId;
  }

  /** Pulls, creates and starts; returns the container's id. */
  start(pod: string, sandboxId: string, config: ContainerConfig): string {
    const { runtime, images } = this.containerd;
    this.done(images.pullImage(config.image, sandboxConfig(pod)));
    const made = this.done(runtime.createContainer(sandboxId, config, sandboxConfig(pod)));
    this.done(runtime.startContainer(made.containerId));
    return made.containerId;
  }

  status(id: string) {
    return this.done(this.containerd.runtime.containerStatus(id));
  }

  output(id: string): readonly string[] {
    const { runtime } = this.containerd;
    const lines = runtime.logDisk()?.file(this.status(id).logPath)?.lines ?? [];
    return lines.map(({ text }) => text);
  }

  wait(duration: number): void {
    this.sim.run(this.sim.now + seconds(duration));
  }
}
