/**
 * One running cluster: reads as its parts list.
 *
 * Wires the components as a machine room would: each is an operating system process (a TaskGroup)
 * with its own link to the API server and its own credentials. They know each other only through
 * these links and four contracts.
 */

import { must } from '#base/assert';
import { rangeHolds } from '#base/ipv4';
import type { Prng } from '#base/prng';
import { type CompileRegexp, lateRegexp } from '#base/regexp';
import { ok, type Result } from '#base/result';
import { ms, seconds } from '#base/sim-time';
import { type Cel, celOf, lateCel } from '#k8s.io/apiserver/cel/cel';
import type { ClientCertificate, RoundTripper } from '#k8s.io/client-go/rest/http';
import { RequestIds } from '#k8s.io/client-go/rest/request-ids';
import type { RestConfig } from '#k8s.io/client-go/rest/rest-client';
import { type Endpoint, NetworkTransport } from '#k8s.io/client-go/rest/transport';
import { Link } from '#sim/network';
import { type Process, sleep } from '#sim/simulation';
import { type Task, TaskGroup } from '#sim/task';
import { ReplicaTracer } from '#trace/replica-tracer';
import type { TerminalInput } from '#trace/terminal-input';
import type { CommandResult, Kubectl } from './client/kubectl/kubectl.ts';
import { type ReadYaml, yamlReader } from './client/kubectl/manifest/yaml.ts';
import type { OutsideClients } from './client/outside/outside-clients.ts';
import type { OutsideServers } from './client/outside/outside-servers.ts';
import type { ClusterConfig, SchedulerConfig } from './config/cluster-config.ts';
import { Etcd } from './control-plane/etcd/etcd.ts';
import { KubeApiserver } from './control-plane/kube-apiserver/kube-apiserver.ts';
import { trustBundleStrategies } from './control-plane/kube-apiserver/registry/certificates/cluster-trust-bundle.ts';
import { newPodProblem } from './control-plane/kube-apiserver/registry/core/pod/strategy.ts';
import type { HeldExpectation } from './control-plane/kube-controller-manager/controller/expectations.ts';
import type { KubeControllerManager } from './control-plane/kube-controller-manager/kube-controller-manager.ts';
import type { ReachExtender } from './control-plane/kube-scheduler/extender.ts';
import type { KubeSchedulerOptions } from './control-plane/kube-scheduler/kube-scheduler.ts';
import type { Environment } from './environment.ts';
import type { NodeMachine } from './machine/node-machine.ts';
import { OsProcess } from './machine/os-process.ts';
import type { Partitions, Way } from './machine/partitions.ts';
import type { ClusterParts } from './parts/cluster-parts.ts';

const controlPlaneAddress = '172.30.0.1';
const apiserverPort = 6443;
const serverAddress = `https://${controlPlaneAddress}:${apiserverPort}`;
/** Commands are typed on the control plane's machine. */
const kubectlServer = 'https://127.0.0.1:6443';
const certificateAuthority = 'kubernetes-ca';
/** Who listens on the address 127.0.0.1 of the control plane's first machine. */
const localPorts: Readonly<Record<number, string>> = {
  10257: 'kube-controller-manager',
  10259: 'kube-scheduler',
};
/** The nodes' machines come up when the control plane already answers, one after the other. */
const firstNodeBoot = seconds(3);
const nodeBootInterval = seconds(0.2);
/** So long after the one before it the next machine joins the control plane. */
const controlPlaneJoin = seconds(6);
/** One-way delay inside the machine room. */
/** The key that signs service account tokens is a file: every process reads the same. */
const serviceAccountKey = ({ prng }: Environment): Prng =>
  prng.fork('kube-apiserver').fork('service-account-key');

const linkOptions = { latency: ms(0.1), jitter: ms(0.1) };
const noDevices = 'a cluster has a driver for devices, but this program has not loaded the part';
const noBundles = 'a cluster has ClusterTrustBundles, but this program has not loaded the part';
const noKustomize = 'a kustomization came, but this program has not loaded kustomize';
const build = 'v1.36.3 (linux/amd64) kubernetes/0000000';

export interface Command {
  /** The index of the timed input, which the facts of this command carry. */
  readonly input: number;
  readonly line?: string;
  readonly argv?: readonly string[];
  readonly user: string;
  readonly stdin?: string;
  readonly terminal?: true;
}

interface Stoppable {
  readonly running: boolean;
  start(): boolean;
  stop(reason: string): boolean;
  /** Absent where it only stops and starts as a whole. */
  killAtResume?(n: number): void;
}

export class Cluster {
  /** Clients that are no part of the simulation. */
  readonly outside: OutsideClients;
  /** Compiles the patterns of this cluster alone. */
  readonly regexp: CompileRegexp;
  readonly #env: Environment;
  readonly #config: ClusterConfig;
  readonly #requestIds = new RequestIds();
  readonly #processes = new Map<string, Stoppable>();
  readonly #machines = new Map<string, NodeMachine>();
  /** One on each machine of the control plane. */
  readonly #managers: OsProcess<KubeControllerManager>[] = [];
  /** By the program, or the node, at its other end. */
  readonly #links = new Map<string, Link>();
  readonly #etcd: Etcd;
  readonly #apiserver: Endpoint;
  readonly #partitions: Partitions;
  #kubectl: Kubectl | undefined;
  #parts: ClusterParts;
  /** What a cluster with a driver for devices has. */
  readonly #devices: ClusterParts['dynamicResources'];
  /** What a cluster with the feature gate ClusterTrustBundle has. */
  readonly #bundles: ClusterParts['clusterTrustBundles'];
  #madeCel: Cel | undefined;
  readonly #connect: (client: string) => RoundTripper;
  /** Where commands are typed. */
  readonly #person: InstanceType<ClusterParts['nodes']['PersonMachine']>;
  readonly #readYaml: ReadYaml = (text) => yamlReader(this.#parts.readYaml)(text);
  #commands = 0;
  /** Webhooks and APIs outside the simulation. */
  readonly outsideServers: OutsideServers;

  constructor(given: Environment, config: ClusterConfig, parts: ClusterParts) {
    this.regexp = lateRegexp(() => this.#parts.regexp);
    const env = { ...given, regexp: this.regexp, cel: lateCel(() => this.#cel()) };
    this.#env = env;
    this.#config = config;
    this.#parts = parts;
    this.#devices = partFor(config.dynamicResources, parts.dynamicResources, noDevices);
    this.#bundles = partFor(config.clusterTrustBundles, parts.clusterTrustBundles, noBundles);
    this.outsideServers = new parts.nodes.OutsideServers(env.sim);
    // What etcd keeps is on disk: a new process opens the same data.
    const etcd = new Etcd(env, config.etcdMembers);
    this.#etcd = etcd;
    for (const member of etcd.members) {
      this.#launch(new OsProcess(env, member.component, () => ({ run: () => etcd.run(member) })));
    }
    const apiserver = this.#startApiserver(etcd);
    this.#apiserver = apiserver;
    const connect = (client: string): RoundTripper =>
      new NetworkTransport(env.sim, this.#link(client), apiserver);
    this.#startControlPlane(connect);
    const { nodes } = parts;
    const registry = new nodes.ImageRegistry(env, {
      images: [
        ...config.images,
        ...(config.registry === 'recorded' ? nodes.recordedImages : nodes.images),
      ],
      bytesPerSecond: config.registryBytesPerSecond,
    });
    this.#processes.set('registry', registry);
    const wire = new nodes.Wire(config.podCIDR, config.overlayBackend);
    wire.addOutsider(controlPlaneAddress, [apiserverPort]);
    const people = config.users.map(({ name }) => name);
    this.#person = new nodes.PersonMachine(env, {
      ...{ address: controlPlaneAddress, wire, people, kubectl: () => this.#kubectl },
      machine: (name) =>
        this.machines.find((one) => one.name === name || one.kernel.address === name),
    });
    const cloud = config.loadBalancer === true ? new nodes.Cloud(env, wire) : undefined;
    config.nodes.forEach((node, index) => {
      const machine = new nodes.NodeMachine(env, this.#link(`to ${node.name}`), {
        node,
        config,
        registry,
        wire,
        link: this.#link(node.name),
        staticPods: { read: this.#readYaml, problemOf: newPodProblem },
        kubelet: (name) => this.#machines.get(name)?.transport,
        ...(cloud && { cloud }),
        ...(this.#devices && { devices: this.#devices }),
        ...(this.#bundles && { trustBundles: this.#bundles }),
        apiserver,
        rest: (component, transport, other) =>
          other === undefined
            ? this.#restConfig(component, `system:node:${node.name}`, ['system:nodes'], transport)
            : this.#restConfig(component, other.commonName, [], transport),
      });
      this.#machines.set(node.name, machine);
      for (const process of machine.processes) this.#processes.set(process.name, process);
      machine.boot(firstNodeBoot + index * nodeBootInterval);
    });
    this.#partitions = new parts.nodes.Partitions({
      ...{ sim: env.sim, wire, etcd, server: apiserver, serverAddress: controlPlaneAddress },
      machine: (name) => this.#machines.get(name),
      linkOf: (name) => this.#links.get(name),
    });
    this.#installAddons(connect('kubeadm'));
    this.#connect = connect;
    this.outside = new parts.nodes.OutsideClients(env, connect('outside'), this.#requestIds);
    this.provide(parts);
  }

  /**
   * Gives it parts that came after it was made; what it has, it keeps. A part leaves no mark on the
   * trace before it is used, so it does not matter when it came.
   */
  provide(parts: ClusterParts): void {
    this.#parts = { ...parts, ...this.#parts };
    const { Kubectl } = this.#parts;
    this.#kubectl ??=
      Kubectl &&
      new Kubectl(this.#env, {
        config: this.#config,
        transport: this.#connect('kubectl'),
        requestIds: this.#requestIds,
        serverAddress: kubectlServer,
        readYaml: this.#readYaml,
        kustomize: (input) => must(this.#parts.kustomize, noKustomize)(input),
        files: this.#person.files,
        httpGet: (url) => this.#person.httpGet(url),
        listen: (address, port) => this.#person.listen(address, port),
        // Before the run began, whenever this program itself came to the machine.
        discoveredAt: 0,
      });
  }

  /** Somebody types while a command runs, which is the input of that number. */
  type(command: number, typed: TerminalInput): void {
    this.#person.terminalOf(command)?.type(typed);
  }

  /** What their terminal shows of it by itself. */
  echoOf(command: number, typed: TerminalInput): string {
    return this.#person.terminalOf(command)?.echoOf(typed) ?? '';
  }

  /** Runs one command as its own process; join the task for its result. */
  execute(command: Command): Task<CommandResult> {
    const isKubectl = command.argv !== undefined || !this.#person.has(command);
    const work = isKubectl ? this.#person.kubectl(command) : this.#person.run(command);
    const name = isKubectl ? 'kubectl' : 'command';
    return this.#env.sim.spawn(name, work, new TaskGroup(`${name} ${++this.#commands}`));
  }

  /** The process of that name: `etcd`, `kube-apiserver`, `node-2/containerd`, … */
  process(name: string): Stoppable | undefined {
    return this.#processes.get(name);
  }

  machine(name: string): NodeMachine | undefined {
    return this.#machines.get(name);
  }

  /** The link to the API server of that program or node: `kube-scheduler`, `node-1`. */
  linkOf(name: string): Link | undefined {
    return this.#links.get(name);
  }

  /** The way between two machines or programs; `undefined`: nothing goes between them. */
  wayBetween(one: string, other: string): Way | undefined {
    return this.#partitions.between(one, other);
  }

  /** Breaks what goes over a link: watches end, and answers that are on their way are lost. */
  breakConnections(link: Link): void {
    link.breakConnections();
    for (const stream of [...(this.#apiserver.streams ?? [])]) {
      if (stream.crosses(link)) stream.close();
    }
  }

  /**
   * Ends the open watches of a resource that go over a link, in place of their first change at a
   * revision or later; 0: now. Returns how many.
   */
  cutWatches(link: Link, resource: string, revision: number): number {
    const streams = [...(this.#apiserver.streams ?? [])].filter(
      (stream) => stream.crosses(link) && stream.resource?.split('.', 1)[0] === resource,
    );
    for (const stream of streams) {
      if (revision === 0) stream.close();
      else stream.endBefore?.(revision);
    }
    return streams.length;
  }

  /** What a person with etcdctl on the machine of a member does. Refused with etcd's words. */
  compactEtcd(revision: number): Result<string, string> {
    const checked = this.#etcd.compaction(revision);
    if (!checked.ok) return checked;
    this.#env.sim.spawn('etcdctl compact', checked.value);
    return ok('');
  }

  get machines(): readonly NodeMachine[] {
    return [...this.#machines.values()];
  }

  /** What a command prints on the host of the machines; the first one's network is its own. */
  look(command: string): Result<string, string> {
    const { machines, regexp } = this;
    const [first] = machines;
    const { lookAtNetwork, lookWithShell } = this.#parts.nodes;
    const seen = first && lookAtNetwork(first.kernel, this.#env.sim.now, command, regexp);
    return seen ?? lookWithShell(machines, command, regexp);
  }

  /** The language of this cluster, made when its first expression comes. */
  #cel(): Cel | undefined {
    this.#madeCel ??= this.#parts.celWith?.(this.regexp);
    return this.#madeCel;
  }

  /** What an administrator put into the cluster when it was new. */
  #installAddons(transport: RoundTripper): void {
    const { addonsOf, KubeadmAddons } = this.#parts.nodes;
    const manifests = [...addonsOf(this.#config), ...(this.#devices?.draExampleDriverAddon ?? [])];
    if (manifests.length === 0) return;
    const { sim } = this.#env;
    const admin = this.#restConfig('kubeadm', 'kubernetes-admin', ['system:masters'], transport);
    const addons = new KubeadmAddons(this.#env, admin, manifests);
    sim.after(firstNodeBoot, () => sim.spawn('kubeadm', addons.run()));
  }

  #startApiserver(etcd: Etcd): Endpoint {
    const env = this.#env;
    const apiserver = new OsProcess(
      env,
      'kube-apiserver',
      (own) =>
        new KubeApiserver(own, {
          address: serverAddress,
          etcd,
          config: this.#config,
          requestIds: this.#requestIds,
          kubelet: (node) => this.#machines.get(node)?.transport,
          dial: (ip, port) => this.#dialPod(ip, port),
          reach: (ip, port, tls) => this.#machineAt(ip)?.reach(ip, port, tls),
          reachOutside: (to) => this.outsideServers.reach(to),
          oidc: this.outsideServers,
          listens: (port) => this.#processes.get(localPorts[port] ?? '')?.running === true,
          serviceAccountKey: this.#parts.controlLoops.issuerKey(serviceAccountKey(env)),
          openApi: () => this.#parts.openApi,
          strategies: {
            ...this.#devices?.deviceStrategies(celOf(env)),
            ...(this.#bundles && trustBundleStrategies(this.#bundles.anchorErrors)),
          },
          issuers: () => this.#parts.issuers,
        }),
    );
    this.#launch(apiserver);
    return apiserver.endpoint(serverAddress, (component) => component);
  }

  /** The machine that has an address, or the pod with it. */
  #machineAt(ip: string): NodeMachine | undefined {
    return [...this.#machines.values()].find((machine) => machine.hasAddress(ip));
  }

  /** The API that a pod serves at an address, if one does. */
  #dialPod(ip: string, port: number): RoundTripper | undefined {
    for (const machine of this.#machines.values()) {
      const transport = machine.dialPod(ip, port);
      if (transport !== undefined) return transport;
    }
    return undefined;
  }

  /** What controllers that run have asked for and not seen. It only reads and leaves no facts. */
  get unfulfilledExpectations(): readonly HeldExpectation[] {
    const running = this.#managers.filter((manager) => manager.running);
    return running.flatMap(({ component }) => component?.unfulfilled ?? []);
  }

  #startControlPlane(connect: (client: string) => RoundTripper): void {
    const config = this.#config;
    const { KubeScheduler } = this.#parts.controlLoops;
    for (let n = 1; n <= (config.controlPlanes ?? 1); n++) this.#startLoops(connect, n);
    for (const { name, ...own } of config.otherSchedulers ?? []) {
      const rest = this.#restConfig(name, 'system:kube-scheduler', [], connect(name));
      const make = (env: Environment) =>
        new KubeScheduler(env, { rest, name, ...this.#optionsOf(own) });
      this.#launch(new OsProcess(this.#env, name, make));
    }
  }

  /** Manager and scheduler of the n-th machine of the control plane. */
  #startLoops(connect: (client: string) => RoundTripper, n: number): void {
    const config = this.#config;
    const { KubeControllerManager, KubeScheduler } = this.#parts.controlLoops;
    const host = n === 1 ? {} : { host: `vm-${n}` };
    const start = <T extends { run(): Process }>(
      program: string,
      make: (env: Environment, rest: RestConfig) => T,
    ): OsProcess<T> => {
      const name = n === 1 ? program : `${program}-${n}`;
      const rest = this.#restConfig(program, `system:${program}`, [], connect(name));
      const env = n === 1 ? this.#env : replicaOf(this.#env, program, name);
      const process = new OsProcess(env, name, (own) => make(own, rest));
      this.#processes.set(name, process);
      process.start(n === 1 ? undefined : sleep((n - 1) * controlPlaneJoin));
      return process;
    };
    // What --root-ca-file names is the same on each machine.
    const rootCa = () => {
      const prng = this.#env.prng.fork('kube-controller-manager').fork('root-ca');
      return this.#bundles?.certificateAuthority(prng) ?? prng;
    };
    const more = [
      ...(this.#devices ? [this.#devices.resourceClaimController] : []),
      ...(this.#bundles ? [this.#bundles.clusterTrustBundlePublisher] : []),
    ];
    const manager = start(
      'kube-controller-manager',
      (env, rest) =>
        new KubeControllerManager(env, {
          rest,
          config,
          rootCa: rootCa(),
          serviceAccountKey: serviceAccountKey(this.#env),
          more,
          ...host,
        }),
    );
    this.#managers.push(manager);
    start(
      'kube-scheduler',
      (env, rest) =>
        new KubeScheduler(env, { rest, ...host, ...this.#optionsOf(config.scheduler) }),
    );
  }

  /** A scheduler's configuration with the parts that it needs. */
  #optionsOf(
    config: SchedulerConfig | undefined,
  ): Pick<KubeSchedulerOptions, 'config' | 'devices' | 'extenders'> {
    const devices = this.#devices?.dynamicResourceAllocation;
    return { config, ...(devices && { devices }), ...this.#extendersOf(config) };
  }

  /** Extenders with a way to them: a machine, a Pod, a Service, or a server outside. */
  #extendersOf({
    extenders: configs = [],
  }: SchedulerConfig = {}): Pick<KubeSchedulerOptions, 'extenders'> {
    if (configs.length === 0) return {};
    const { Extenders } = must(this.#parts.extenders, 'the part with extenders was fetched');
    const reach: ReachExtender = (ip, port, tls) =>
      (this.#machineAt(ip) ?? this.#machineToService(ip))?.reach(ip, port, tls) ??
      (tls
        ? this.outsideServers.reach({ host: `${ip}:${port}`, serverName: '', caBundle: '' })
        : undefined);
    return { extenders: (parts) => new Extenders({ ...parts, reach }, configs) };
  }

  /** A node whose kube-proxy knows the Services: the control plane's machines have none. */
  #machineToService(ip: string): NodeMachine | undefined {
    if (!rangeHolds(this.#config.serviceCIDR, ip)) return undefined;
    return [...this.#machines.values()][0];
  }

  #launch(process: Stoppable & { readonly name: string }): void {
    this.#processes.set(process.name, process);
    process.start();
  }

  #link(name: string): Link {
    const link = new Link(linkOptions, this.#env.prng.fork(`link/${name}`));
    this.#links.set(name, link);
    return link;
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

/** A part that only some clusters need, where this one does. */
const partFor = <T>(
  wanted: boolean | undefined,
  part: T | undefined,
  why: string,
): T | undefined => (wanted === true ? must(part, why) : undefined);

/** A further process of a program: chance and a name in the trace of its own. */
const replicaOf = (env: Environment, program: string, name: string): Environment => ({
  ...env,
  prng: env.prng.fork(name),
  tracer: new ReplicaTracer(env.sim, env.tracer, program, name),
});
