/**
 * The pod network of one node as Canal configures it: the plugin `calico` with host-local, then
 * portmap; loopback before them. flannel connects the nodes.
 *
 * Models cni-plugin of Calico as go-cni and libcni run it. In: ADD and DEL for a network namespace.
 * Out: a cable whose end on the host is on no bridge, a route to it, and the address in the pod's
 * annotations, where Felix reads it; one `CniStep` fact for each plugin.
 */
import type { Prng } from '#base/prng';
import { err, ok, type Result } from '#base/result';
import { type Duration, ms } from '#base/sim-time';
import type { Environment } from '#cluster/environment';
import { pods } from '#k8s.io/client-go/rest/resource';
import { RestClient, type RestConfig } from '#k8s.io/client-go/rest/rest-client';
import { type Process, sleep } from '#sim/simulation';
import type { BridgeNetworkOptions, HostNetwork } from '../bridge-network.ts';
import { setUpFlannel } from '../flannel.ts';
import { HostLocal, type Lease } from '../host-local.ts';
import type { CniArgs, CniError, CniNetwork, CniResult } from '../plugin.ts';
import { mapPorts, unmapPorts } from '../portmap.ts';
import { vethName } from './names.ts';
import { podIPAnnotation } from './workload-endpoints.ts';

const pluginTime = { loopback: ms(8), calico: ms(45), 'host-local': ms(9), portmap: ms(10) };
const jitter: Duration = ms(6);
const pluginFailed = 100;
/** Every pod's gateway; the host answers for it on each cable. */
const gateway = '169.254.1.1';
/** Of the host's end of every cable. */
const hostMac = 'ee:ee:ee:ee:ee:ee';

export interface CalicoNetworkOptions extends BridgeNetworkOptions {
  readonly host: HostNetwork;
  /** /etc/cni/net.d/calico-kubeconfig */
  readonly rest: RestConfig;
}

export class CalicoNetwork implements CniNetwork {
  readonly name = 'k8s-pod-network';
  /** The configuration lies in /etc/cni/net.d from the start. */
  readonly ready = true;
  readonly #env: Environment;
  readonly #component: string;
  readonly #prng: Prng;
  readonly #ipam: HostLocal;
  readonly #host: HostNetwork;
  readonly #client: RestClient;
  #hasJoined = false;

  constructor(env: Environment, { node, host, rest }: CalicoNetworkOptions) {
    this.#env = env;
    this.#component = `${node.name}/cni`;
    this.#prng = env.prng.fork(this.#component);
    this.#ipam = new HostLocal(node.podCIDR);
    this.#host = host;
    this.#client = new RestClient(env.sim, env.tracer, rest);
  }

  /** The lease files by address. */
  get leases(): ReadonlyMap<string, Lease> {
    return this.#ipam.leases;
  }

  /** The machine lost power: devices and rules were in memory. */
  powerLost(): void {
    this.#hasJoined = false;
  }

  /** Connects a network namespace. Source: cni-plugin/pkg/plugin cmdAdd. */
  *add(args: CniArgs): Process<Result<CniResult, CniError>> {
    yield* this.#run('loopback');
    this.#step('loopback', 'ADD', args, { interface: 'lo', state: 'up' });
    this.#join();
    yield* this.#run('host-local');
    const leased = this.#ipam.allocate(args);
    if (!leased.ok) {
      const message = `plugin type="calico" failed (add): ${leased.error}`;
      return err({ code: pluginFailed, message });
    }
    const ip = leased.value;
    const address = `${ip}/32`;
    const lease = `/var/lib/cni/networks/${this.name}/${ip}`;
    this.#step('host-local', 'ADD', args, { address, gateway, lease });
    yield* this.#run('calico');
    const hostInterface = vethName(args.podNamespace, args.podName);
    const mac = this.#randomMac();
    this.#host.links.connectPod({
      netns: args.netns,
      pod: `${args.podNamespace}/${args.podName}`,
      ...{ ip, subnet: this.#ipam.subnet, gateway, mac },
      ...{ hostInterface, hostMac, bridgeMac: '', routed: true },
    });
    const route = `${ip} dev ${hostInterface} scope link`;
    const { ifName, netns } = args;
    const connected = { hostInterface, interface: ifName, mac, netns, address, gateway, route };
    this.#step('calico', 'ADD', args, connected);
    yield* this.#annotate(args, address);
    yield* this.#run('portmap');
    mapPorts(this.#host.netfilter, this.#portmapTarget(args, ip));
    this.#step('portmap', 'ADD', args, {});
    return ok({
      interfaces: [
        { name: hostInterface, mac: hostMac, sandbox: '' },
        { name: ifName, mac, sandbox: netns },
      ],
      ips: [{ address, gateway }],
      routes: [{ dst: '0.0.0.0/0', gw: gateway }],
    });
  }

  /** Disconnects it. A namespace that is not connected is no error. */
  *del(args: CniArgs): Process<Result<undefined, CniError>> {
    yield* this.#run('portmap');
    unmapPorts(this.#host.netfilter, this.#portmapTarget(args, ''));
    this.#step('portmap', 'DEL', args, {});
    yield* this.#annotate(args, '');
    yield* this.#run('calico');
    this.#host.links.disconnectPod(args.netns);
    this.#step('calico', 'DEL', args, {
      hostInterface: vethName(args.podNamespace, args.podName),
    });
    const released = this.#ipam.release(args);
    this.#step('host-local', 'DEL', args, { released: released.join(',') });
    return ok(undefined);
  }

  /** With the first pod flannel connects the node to the others. */
  #join(): void {
    if (this.#hasJoined) return;
    this.#hasJoined = true;
    const { links, netfilter, clusterCIDR } = this.#host;
    this.#env.sim.aside(() => {
      links.joinOverlay();
      setUpFlannel(netfilter, clusterCIDR, this.#ipam.subnet);
    });
  }

  /** Tells Felix, and whoever reads the pod, before the kubelet does. The pod may be gone. */
  *#annotate({ podNamespace, podName, containerId }: CniArgs, address: string): Process {
    const annotations = {
      'cni.projectcalico.org/containerID': containerId,
      [podIPAnnotation]: address,
      'cni.projectcalico.org/podIPs': address,
    };
    const type = 'application/strategic-merge-patch+json';
    const target = { namespace: podNamespace, name: podName, subresource: 'status' };
    yield* this.#client.patch(pods, type, { metadata: { annotations } }, target);
  }

  #portmapTarget(args: CniArgs, ip: string) {
    return { network: this.name, args, ip, subnet: this.#ipam.subnet };
  }

  *#run(plugin: keyof typeof pluginTime): Process {
    yield* sleep(pluginTime[plugin] + this.#prng.nextInt(jitter));
  }

  /** Locally administered and not multicast, as the kernel draws them. */
  #randomMac(): string {
    const bytes = Array.from({ length: 6 }, () => this.#prng.nextInt(256));
    bytes[0] = ((bytes[0] ?? 0) & 0xfe) | 0x02;
    return bytes.map((byte) => byte.toString(16).padStart(2, '0')).join(':');
  }

  #step(
    plugin: string,
    command: 'ADD' | 'DEL',
    args: CniArgs,
    result: Readonly<Record<string, string>>,
  ): void {
    const pod = `${args.podNamespace}/${args.podName}`;
    const { tracer } = this.#env;
    tracer.emit({ type: 'CniStep', component: this.#component, plugin, command, pod, result });
  }
}
