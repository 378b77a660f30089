/**
 * One running cluster: reads as its parts list.
 *
 * Wires the components as a machine room would: each is an operating system process (a TaskGroup)
 * with its own link to the API server and its own credentials. They know each other only through
 * these links and three contracts.
 */
import { ms, type SimTime, seconds } from '#base/sim-time';
import type { ClientCertificate, RoundTripper } from '#k8s.io/client-go/rest/http';
import { RequestIds } from '#k8s.io/client-go/rest/request-ids';
import type { RestConfig } from '#k8s.io/client-go/rest/rest-client';
import { NetworkTransport } from '#k8s.io/client-go/rest/transport';
import { Link } from '#sim/network';
import { type Process, sleep } from '#sim/simulation';
import { type Task, TaskGroup } from '#sim/task';
import type { CommandResult, Kubectl } from './client/kubectl/kubectl.ts';
import type { ClusterConfig, NodeConfig } from './cluster-config.ts';
import type { ClusterParts } from './cluster-parts.ts';
import { Etcd } from './control-plane/etcd/etcd.ts';
import { KubeApiserver } from './control-plane/kube-apiserver/kube-apiserver.ts';
import { KubeControllerManager } from './control-plane/kube-controller-manager/kube-controller-manager.ts';
import { KubeScheduler } from './control-plane/kube-scheduler/kube-scheduler.ts';
import type { Environment } from './environment.ts';
import { BridgeNetwork } from './node/cni/bridge-network.ts';
import { Containerd } from './node/containerd/containerd.ts';
import { ImageRegistry } from './node/containerd/registry.ts';
import { Kubelet } from './node/kubelet/kubelet.ts';

const serverAddress = 'https://172.30.0.1:6443';
const certificateAuthority = 'kubernetes-ca';
/** The nodes' machines come up when the control plane already answers, one after the other. */
const firstNodeBoot = seconds(3);
const nodeBootInterval = seconds(0.2);
/** One-way delay inside the machine room. */
const linkOptions = { latency: ms(0.1), jitter: ms(0.1) };
const build = 'v1.36.3 (linux/amd64) kubernetes/0000000';

/** Everything that runs on one node. */
interface NodeParts {
  readonly kubelet: Kubelet;
  readonly containerd: Containerd;
  readonly transport: RoundTripper;
}

export interface Command {
  /** The index of the timed input, which the facts of this command carry. */
  readonly input: number;
  readonly line?: string;
  readonly argv?: readonly string[];
  readonly user: string;
  readonly stdin?: string;
}

export class Cluster {
  readonly #env: Environment;
  readonly #config: ClusterConfig;
  readonly #requestIds = new RequestIds();
  readonly #nodes = new Map<string, NodeParts>();
  readonly #kubectl: Kubectl | undefined;
  #commands = 0;

  constructor(env: Environment, config: ClusterConfig, { Kubectl }: ClusterParts) {
    this.#env = env;
    this.#config = config;
    const etcd = new Etcd(env);
    this.#start('etcd', etcd.run());
    const apiserverGroup = new TaskGroup('kube-apiserver');
    const apiserver = new KubeApiserver(env, {
      address: serverAddress,
      etcd,
      config,
      requestIds: this.#requestIds,
      kubelet: (node) => this.#nodes.get(node)?.transport,
    });
    env.sim.spawn('kube-apiserver', apiserver.run(), apiserverGroup);
    const connect = (client: string): RoundTripper =>
      new NetworkTransport(env.sim, this.#link(client), {
        server: apiserver,
        group: apiserverGroup,
      });
    this.#startControlPlane(connect);
    const registry = new ImageRegistry(env, { images: config.images });
    config.nodes.forEach((node, index) => {
      const bootAt = firstNodeBoot + index * nodeBootInterval;
      this.#startNode(node, bootAt, registry, connect(node.name));
    });
    this.#kubectl =
      Kubectl &&
      new Kubectl(env, {
        config,
        transport: connect('kubectl'),
        requestIds: this.#requestIds,
        serverAddress,
      });
  }

  /** Runs one kubectl command as its own process; join the task for its result. */
  execute(command: Command): Task<CommandResult> {
    if (this.#kubectl === undefined) throw new Error('This cluster was started without kubectl.');
    const group = new TaskGroup(`kubectl ${++this.#commands}`);
    return this.#env.sim.spawn('kubectl', this.#kubectl.execute(command), group);
  }

  #startControlPlane(connect: (client: string) => RoundTripper): void {
    const manager = this.#restConfig(
      'kube-controller-manager',
      'system:kube-controller-manager',
      [],
      connect('kube-controller-manager'),
    );
    const controllerManager = new KubeControllerManager(this.#env, {
      rest: manager,
      config: this.#config,
    });
    this.#start('kube-controller-manager', controllerManager.run());
    const scheduler = new KubeScheduler(this.#env, {
      rest: this.#restConfig(
        'kube-scheduler',
        'system:kube-scheduler',
        [],
        connect('kube-scheduler'),
      ),
    });
    this.#start('kube-scheduler', scheduler.run());
  }

  #startNode(
    node: NodeConfig,
    bootAt: SimTime,
    registry: ImageRegistry,
    transport: RoundTripper,
  ): void {
    const env = this.#env;
    const cni = new BridgeNetwork(env, { node });
    const containerd = new Containerd(env, { node, cni, registry });
    this.#start(`${node.name}/containerd`, startAt(bootAt, containerd.run()));
    const kubelet = new Kubelet(env, {
      node,
      rest: this.#restConfig(
        `${node.name}/kubelet`,
        `system:node:${node.name}`,
        ['system:nodes'],
        transport,
      ),
      runtime: containerd,
      config: this.#config,
    });
    const group = this.#start(`${node.name}/kubelet`, startAt(bootAt, kubelet.run()));
    const toKubelet = new NetworkTransport(env.sim, this.#link(`to ${node.name}`), {
      server: kubelet.server,
      group,
    });
    this.#nodes.set(node.name, { kubelet, containerd, transport: toKubelet });
  }

  #start(name: string, run: Process): TaskGroup {
    const group = new TaskGroup(name);
    this.#env.sim.spawn(name, run, group);
    return group;
  }

  #link(name: string): Link {
    return new Link(linkOptions, this.#env.prng.fork(`link/${name}`));
  }

  #restConfig(
    component: string,
    commonName: string,
    organizations: readonly string[],
    transport: RoundTripper,
  ): RestConfig {
    const certificate: ClientCertificate = {
      commonName,
      organizations,
      issuer: certificateAuthority,
    };
    const binary = component.slice(component.indexOf('/') + 1);
    return {
      component,
      userAgent: `${binary}/${build}`,
      credential: { kind: 'certificate', certificate },
      transport,
      requestIds: this.#requestIds,
      contentType: 'application/vnd.kubernetes.protobuf',
    };
  }
}

function* startAt(moment: SimTime, run: Process): Process {
  yield* sleep(moment);
  yield* run;
}
