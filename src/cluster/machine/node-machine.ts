/**
 * One machine that pods run on: its processes, its link to the control plane, its folder of
 * static pods.
 *
 * In: what the machine is made of. Out: containerd and kubelet as processes that can end and start,
 * and what a person can do to the whole machine.
 */
import { defined } from '#base/defined';
import type { Prng } from '#base/prng';
import { type SimTime, seconds } from '#base/sim-time';
import { uuidV4 } from '#base/uuid';
import type { LoadBalancer } from '#cluster/node/cloud-controller-manager/load-balancer';
import { BridgeNetwork } from '#cluster/node/cni/bridge-network';
import { CalicoNetwork } from '#cluster/node/cni/calico/calico-network';
import type { Lease } from '#cluster/node/cni/host-local';
import { Containerd } from '#cluster/node/containerd/containerd';
import type { ImageRegistry } from '#cluster/node/containerd/registry';
import type { DraExampleDriver } from '#cluster/node/dra-example-driver/dra-example-driver';
import { HostDialer } from '#cluster/node/kernel/host-dialer';
import { hostOf, type MachineResources } from '#cluster/node/kernel/host-resources';
import { Kernel } from '#cluster/node/kernel/kernel';
import type { Wire } from '#cluster/node/kernel/wire';
import { KubeProxy } from '#cluster/node/kube-proxy/kube-proxy';
import type { ClusterTrustBundleManager } from '#cluster/node/kubelet/clustertrustbundle/manager';
import type { DraManager } from '#cluster/node/kubelet/cm/dra/dra-manager';
import { ManifestFolder } from '#cluster/node/kubelet/config/manifest-folder';
import { Kubelet } from '#cluster/node/kubelet/kubelet';
import type { KubeletContext } from '#cluster/node/kubelet/kubelet-context';
import { ensureUtilityChains } from '#cluster/node/kubelet/utility-chains';
import type { RoundTripper } from '#k8s.io/client-go/rest/http';
import type { RestConfig } from '#k8s.io/client-go/rest/rest-client';
import { type Endpoint, NetworkTransport } from '#k8s.io/client-go/rest/transport';
import { CriConnection } from '#k8s.io/cri-api/connection';
import type { Link } from '#sim/network';
import { type Process, sleep } from '#sim/simulation';
import type { ClusterConfig, NodeConfig } from '../config/cluster-config.ts';
import type { Environment } from '../environment.ts';
import { PodPrograms } from '../parts/pod-programs.ts';
import { cutLink, mendLink } from './cut-link.ts';
import { OsProcess, terminated } from './os-process.ts';
import { PodHttp } from './pod-http.ts';
import { TlsTransport } from './tls-transport.ts';

/** kube-proxy needs longer to start than the kubelet. */
const proxyStartsAfter = seconds(0.4);
/** Why the links of a machine are cut whose cable is out. */
const cable = 'cable';

/** Firmware, kernel and init. */
const rebootTime = seconds(25);

/** The manager of the kubelet and the driver, which only some clusters load. */
interface DevicePrograms {
  readonly DraManager: typeof DraManager;
  readonly DraExampleDriver: typeof DraExampleDriver;
}

/** The kubelet's manager of trust anchors, which only some clusters load. */
interface TrustBundlePrograms {
  readonly ClusterTrustBundleManager: typeof ClusterTrustBundleManager;
}

export interface MachineOptions {
  readonly node: NodeConfig;
  readonly config: ClusterConfig;
  readonly registry: ImageRegistry;
  /** The wire between the machines of the cluster. */
  readonly wire: Wire;
  /** The link between this machine and the control plane. */
  readonly link: Link;
  readonly apiserver: Endpoint;
  /** How the kubelet parses and validates the files of static pods. */
  readonly staticPods: Pick<ManifestFolder, 'problemOf' | 'read'>;
  /** The way to any node's kubelet. */
  readonly kubelet: (node: string) => RoundTripper | undefined;
  /** The cloud around the machines; absent: there is none. */
  readonly cloud?: LoadBalancer;
  /** What the kubelet and the driver do for claims; absent: nothing. */
  readonly devices?: DevicePrograms;
  readonly trustBundles?: TrustBundlePrograms;
  /** The node's own identity, or that of another program on it. */
  readonly rest: (
    component: string,
    transport: RoundTripper,
    other?: { readonly commonName: string },
  ) => RestConfig;
}

export class NodeMachine {
  readonly name: string;
  readonly containerd: OsProcess<Containerd>;
  readonly kubelet: OsProcess<Kubelet>;
  readonly kubeProxy: OsProcess<KubeProxy>;
  readonly kernel: Kernel;
  readonly manifests: ManifestFolder;
  /** Memory, disk and control groups. */
  readonly host: MachineResources;
  /** The API server's way to the kubelet's port 10250. */
  readonly transport: RoundTripper;
  readonly #env: Environment;
  readonly #options: MachineOptions;
  readonly #toKubelet: Link;
  readonly #programs: PodPrograms;
  readonly #cni: BridgeNetwork | CalicoNetwork;
  readonly #bootIds: Prng;
  /** In kube-proxy's configuration file, which is on disk. */
  #proxyMode: ClusterConfig['kubeProxyMode'];
  #diskTaken = 0;
  #pluggedIn = true;
  /** When its operating system has started. */
  #onFrom = 0;

  constructor(env: Environment, toKubelet: Link, options: MachineOptions) {
    this.#env = env;
    this.#options = options;
    this.#bootIds = env.prng.fork(`${options.node.name}/boot-id`);
    const { node, config, registry, link, apiserver, rest } = options;
    this.name = node.name;
    this.#proxyMode = config.kubeProxyMode;
    this.manifests = new ManifestFolder(env.sim, options.staticPods);
    this.host = hostOf(node);
    this.kernel = new Kernel(env, { node, wire: options.wire, isUp: () => this.#pluggedIn });
    // Its metadata is on disk and its containers have shims, so a new process finds them all.
    const toApiserver = new NetworkTransport(env.sim, link, apiserver);
    const tls = () => new TlsTransport(toApiserver, () => env.sim.now + this.host.clockSkew);
    this.#cni = this.#network(tls);
    this.#programs = new PodPrograms(env, {
      node: node.name,
      netfilter: this.kernel.netfilter,
      ...{ apiserver: tls, apiAddress: apiserver.server.address, rest },
      kubelet: options.kubelet,
      ...(options.cloud && { cloud: options.cloud }),
      ...(options.devices && { driver: options.devices.DraExampleDriver }),
      plugins: this.host.plugins,
    });
    const containerd = new Containerd(env, {
      node,
      cni: this.#cni,
      registry,
      network: this.kernel,
      host: this.host,
      programs: this.#programs.byName,
      api: this.#programs,
    });
    this.containerd = new OsProcess(env, `${node.name}/containerd`, () => containerd);
    const runtime = new CriConnection(env.sim, this.containerd);
    this.kubelet = new OsProcess(env, `${node.name}/kubelet`, (own) => {
      ensureUtilityChains(this.kernel.netfilter);
      return new Kubelet(own, {
        node,
        rest: rest(`${node.name}/kubelet`, tls()),
        runtime,
        config,
        manifests: this.manifests,
        host: this.host,
        network: new HostDialer(this.kernel),
        ...(options.devices && { dra: makeDraManager(options.devices) }),
        ...(options.trustBundles && { trustAnchors: makeTrustAnchors(options.trustBundles) }),
      });
    });
    this.kubeProxy = new OsProcess(
      env,
      `${node.name}/kube-proxy`,
      (own) =>
        new KubeProxy(own, {
          node,
          rest: rest(`${node.name}/kube-proxy`, tls(), { commonName: 'system:kube-proxy' }),
          clusterCIDR: config.podCIDR,
          netfilter: this.kernel.netfilter,
          nftables: this.kernel.nftables,
          ipvs: this.kernel.ipvs,
          host: this.kernel.host,
          ...defined({ mode: this.#proxyMode }),
        }),
    );
    const port = this.kubelet.endpoint(`https://${node.address}:10250`, ({ server }) => server);
    this.transport = new NetworkTransport(env.sim, toKubelet, port);
    this.#toKubelet = toKubelet;
  }

  /** What containerd calls, as the files in /etc/cni/net.d say. */
  #network(transport: () => RoundTripper): BridgeNetwork | CalicoNetwork {
    const { node, config, rest } = this.#options;
    const { netfilter } = this.kernel;
    const host = { links: this.kernel, netfilter, clusterCIDR: config.podCIDR };
    if (config.networkPlugin !== 'canal') return new BridgeNetwork(this.#env, { node, host });
    const account = { commonName: 'system:serviceaccount:kube-system:calico-cni-plugin' };
    const own = rest(`${node.name}/cni`, transport(), account);
    return new CalicoNetwork(this.#env, { node, host, rest: own });
  }

  get processes(): readonly OsProcess<Containerd | Kubelet | KubeProxy>[] {
    return [this.containerd, this.kubelet, this.kubeProxy];
  }

  /** The pod addresses in use, each with the sandbox that has it. */
  get addressLeases(): ReadonlyMap<string, Lease> {
    return this.#cni.leases;
  }

  /** Switches the machine on. */
  boot(at: SimTime): void {
    this.#onFrom = this.#env.sim.now + at;
    this.containerd.start(startAt(at));
    this.kubelet.start(startAt(at));
    this.kubeProxy.start(startAt(at + proxyStartsAfter));
  }

  /** The API that a pod of this node serves at an address, if any. */
  dialPod(ip: string, port: number): RoundTripper | undefined {
    const endpoint = this.#programs.serverAt(ip, port);
    return endpoint && new NetworkTransport(this.#env.sim, this.#toKubelet, endpoint);
  }

  /** Whether an address is its own, or that of one of its pods. */
  hasAddress(ip: string): boolean {
    return ip === this.#options.node.address || this.addressLeases.has(ip);
  }

  /** The way of the API server to a port of this machine or of one of its pods. */
  reach(ip: string, port: number, tls: boolean): RoundTripper {
    return new PodHttp({
      link: this.#toKubelet,
      network: this.kernel.host,
      to: { ip, port },
      tls,
    });
  }

  /** SIGKILL to process 1 of every container of that name; whether one was running. */
  endProcessOf(container: string): boolean {
    return this.containerd.component?.endProcessOf(container) ?? false;
  }

  /** Whether a device plugin of this machine has it. */
  hasDevice(resource: string, id: string): boolean {
    const plugins = this.#options.node.devicePlugins ?? [];
    const plugin = plugins.find((one) => one.resource === resource);
    return plugin?.devices.some((device) => device.id === id) ?? false;
  }

  /** Fills the disk by this much with files of no pod, or frees it again. */
  fillDisk(bytes: number): boolean {
    if (!this.host.takeDisk(bytes - this.#diskTaken)) return false;
    this.#diskTaken = bytes;
    return true;
  }

  /**
   * Writes the mode into kube-proxy's configuration and starts it again; returns whether the
   * network plugin can live with it.
   */
  setProxyMode(mode: NonNullable<ClusterConfig['kubeProxyMode']>): boolean {
    if (mode === 'ipvs' && this.#options.config.networkPlugin === 'canal') return false;
    this.#proxyMode = mode;
    this.kubeProxy.stop(terminated);
    this.kubeProxy.start();
    return true;
  }

  /**
   * The machine restarts: everything ends at once, the disk stays, and the processes start again.
   */
  reboot(): void {
    for (const process of this.processes) process.stop('reboot');
    this.containerd.component?.powerLost();
    this.kernel.powerLost();
    this.#cni.powerLost();
    this.host.powerLost();
    this.host.bootId = uuidV4(this.#bootIds);
    this.boot(rebootTime);
  }

  /** Whether somebody can log in from outside. */
  get answers(): boolean {
    return this.#pluggedIn && this.#env.sim.now >= this.#onFrom;
  }

  /** Unplugs the cable: no packet passes, and clients only notice by their own timeouts. */
  cut(): void {
    if (!this.#pluggedIn) return;
    this.#pluggedIn = false;
    const { link, apiserver } = this.#options;
    cutLink(this.#env.sim, link, apiserver, cable);
    this.#toKubelet.cut(cable);
  }

  /** Plugs the cable in: lost data is sent again, so a watch continues. */
  mend(): void {
    if (this.#pluggedIn) return;
    this.#pluggedIn = true;
    const { link, apiserver } = this.#options;
    this.#toKubelet.mend(cable);
    mendLink(link, apiserver, cable);
  }
}

const makeDraManager =
  ({ DraManager: Manager }: DevicePrograms) =>
  (context: KubeletContext) =>
    new Manager(context);

const makeTrustAnchors =
  ({ ClusterTrustBundleManager: Manager }: TrustBundlePrograms) =>
  (context: KubeletContext) =>
    new Manager(context);

function* startAt(moment: SimTime): Process {
  yield* sleep(moment);
}
