/**
 * The pod network of one node as its configuration lists it: bridge with host-local, then portmap;
 * loopback before them.
 *
 * Models a chain of CNI plugins as go-cni and libcni run it. In: ADD and DEL for a network
 * namespace. Out: interfaces, address and routes; one `CniStep` fact for each plugin.
 */

import type { Prng } from '#base/prng';
import { err, ok, type Result } from '#base/result';
import { type Duration, ms } from '#base/sim-time';
import type { NodeConfig } from '#cluster/config/cluster-config';
import type { Environment } from '#cluster/environment';
import type { Netfilter } from '#cluster/node/os/netfilter';
import type { PodLinks } from '#cluster/node/os/rtnetlink';
import { type Process, sleep } from '#sim/simulation';
import { Bridge, bridgeName, type VethPair } from './bridge.ts';
import { setUpFlannel } from './flannel.ts';
import { HostLocal, type Lease } from './host-local.ts';
import type { CniArgs, CniError, CniNetwork, CniResult } from './plugin.ts';
import { mapPorts, unmapPorts } from './portmap.ts';

/** How long plugins take: each is a process that starts and changes the kernel. */
const pluginTime: Readonly<Record<string, Duration>> = {
  loopback: ms(8),
  bridge: ms(38),
  'host-local': ms(9),
  portmap: ms(10),
};
const jitter: Duration = ms(6);

/** CNI error codes of plugins start at 100. */
const pluginFailed = 100;

/** The part of the host's kernel that the plugins change. */
export interface HostNetwork {
  readonly links: PodLinks;
  readonly netfilter: Netfilter;
  /** Pods of all nodes. */
  readonly clusterCIDR: string;
}

export interface BridgeNetworkOptions {
  readonly node: NodeConfig;
  /** Without a bridge the plugins still hand out addresses, but nothing can be reached. */
  readonly host?: HostNetwork;
}

export class BridgeNetwork implements CniNetwork {
  readonly name = 'bridge';
  readonly #env: Environment;
  readonly #component: string;
  readonly #prng: Prng;
  readonly #bridge: Bridge;
  readonly #ipam: HostLocal;
  readonly #host: HostNetwork | undefined;
  /** Results by container, as libcni keeps them under /var/lib/cni/results. */
  readonly #results = new Map<string, CniResult>();

  constructor(env: Environment, { node, host }: BridgeNetworkOptions) {
    this.#env = env;
    this.#component = `${node.name}/cni`;
    this.#prng = env.prng.fork(this.#component);
    this.#bridge = new Bridge(this.#prng.fork('bridge'));
    this.#ipam = new HostLocal(node.podCIDR);
    this.#host = host;
  }

  /** The configuration lies in /etc/cni/net.d from the start. */
  get ready(): boolean {
    return true;
  }

  /** The lease files by address. */
  get leases(): ReadonlyMap<string, Lease> {
    return this.#ipam.leases;
  }

  /** The machine lost power: its devices are gone, the lease files are still on disk. */
  powerLost(): void {
    this.#bridge.powerLost();
  }

  /** Connects a network namespace. Source: libcni AddNetworkList. */
  *add(args: CniArgs): Process<Result<CniResult, CniError>> {
    yield* this.#run('loopback');
    this.#step('loopback', 'ADD', args, { interface: 'lo', state: 'up' });
    yield* this.#run('bridge');
    const bridgeIsNew = this.#bridge.ensure();
    if (bridgeIsNew && this.#host !== undefined) {
      const { links, netfilter, clusterCIDR } = this.#host;
      this.#env.sim.aside(() => {
        links.joinOverlay();
        setUpFlannel(netfilter, clusterCIDR, this.#ipam.subnet);
      });
    }
    const veth = this.#bridge.connect(args.containerId);
    yield* this.#run('host-local');
    const leased = this.#ipam.allocate({ containerId: args.containerId, ifName: args.ifName });
    if (!leased.ok) {
      this.#bridge.disconnect(args.containerId);
      return err(pluginError('bridge', 'add', leased.error));
    }
    const { gateway, prefixLength } = this.#ipam;
    const address = `${leased.value}/${prefixLength}`;
    this.#step('host-local', 'ADD', args, {
      address,
      gateway,
      lease: `/var/lib/cni/networks/${this.name}/${leased.value}`,
    });
    const gatewayIsNew = this.#bridge.setAddress(`${gateway}/${prefixLength}`);
    const result: CniResult = {
      interfaces: [
        { name: bridgeName, mac: this.#bridge.mac, sandbox: '' },
        { name: veth.host, mac: veth.hostMac, sandbox: '' },
        { name: args.ifName, mac: veth.containerMac, sandbox: args.netns },
      ],
      ips: [{ address, gateway }],
      routes: [{ dst: '0.0.0.0/0', gw: gateway }],
    };
    this.#step('bridge', 'ADD', args, {
      bridge: bridgeName,
      created: String(bridgeIsNew),
      gatewayAdded: String(gatewayIsNew),
      hostInterface: veth.host,
      interface: args.ifName,
      mac: veth.containerMac,
      netns: args.netns,
      address,
      gateway,
      route: `0.0.0.0/0 via ${gateway}`,
    });
    this.#connect(args, leased.value, veth);
    yield* this.#run('portmap');
    if (this.#host !== undefined) {
      mapPorts(this.#host.netfilter, this.#portmapTarget(args, leased.value));
    }
    this.#step('portmap', 'ADD', args, portMappings(args, leased.value));
    this.#results.set(args.containerId, result);
    return ok(result);
  }

  /**
   * Disconnects it: runs the plugins in reverse order. A namespace that is not connected is no
   * error.
   */
  *del(args: CniArgs): Process<Result<undefined, CniError>> {
    yield* this.#run('portmap');
    if (this.#host !== undefined) {
      unmapPorts(this.#host.netfilter, this.#portmapTarget(args, ''));
    }
    this.#step('portmap', 'DEL', args, {});
    yield* this.#run('host-local');
    const released = this.#ipam.release({ containerId: args.containerId, ifName: args.ifName });
    this.#step('host-local', 'DEL', args, { released: released.join(',') });
    yield* this.#run('bridge');
    const veth = this.#bridge.disconnect(args.containerId);
    this.#host?.links.disconnectPod(args.netns);
    this.#step('bridge', 'DEL', args, { hostInterface: veth?.host ?? '' });
    this.#results.delete(args.containerId);
    return ok(undefined);
  }

  #connect(args: CniArgs, ip: string, veth: VethPair): void {
    this.#host?.links.connectPod({
      netns: args.netns,
      pod: `${args.podNamespace}/${args.podName}`,
      ip,
      subnet: this.#ipam.subnet,
      gateway: this.#ipam.gateway,
      mac: veth.containerMac,
      hostInterface: veth.host,
      hostMac: veth.hostMac,
      bridgeMac: this.#bridge.mac,
    });
  }

  #portmapTarget(args: CniArgs, ip: string) {
    return { network: this.name, args, ip, subnet: this.#ipam.subnet };
  }

  *#run(plugin: string): Process {
    yield* sleep((pluginTime[plugin] ?? 0) + this.#prng.nextInt(jitter));
  }

  #step(
    plugin: string,
    command: 'ADD' | 'DEL',
    args: CniArgs,
    result: Readonly<Record<string, string>>,
  ): void {
    this.#env.tracer.emit({
      type: 'CniStep',
      component: this.#component,
      plugin,
      command,
      pod: `${args.podNamespace}/${args.podName}`,
      result,
    });
  }
}

/** The plugin's message, after its type and the command. Source: libcni. */
const pluginError = (plugin: string, verb: string, message: string): CniError => ({
  code: pluginFailed,
  message: `plugin type="${plugin}" failed (${verb}): ${message}`,
});

function portMappings(args: CniArgs, address: string): Readonly<Record<string, string>> {
  const rules: Record<string, string> = {};
  for (const { protocol, hostPort, containerPort } of args.portMappings) {
    rules[`${protocol.toLowerCase()}/${hostPort}`] = `${address}:${containerPort}`;
  }
  return rules;
}
