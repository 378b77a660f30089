/** Nodes on one wire with pods and kube-proxy's rules, without a control plane. */
import { createPrng } from '#base/prng';
import { seconds } from '#base/sim-time';
import type { Environment } from '#cluster/environment';
import { setUpFlannel } from '#cluster/node/cni/flannel';
import type { BaseProxier } from '#cluster/node/kube-proxy/base-proxier';
import { Proxier } from '#cluster/node/kube-proxy/iptables/proxier';
import { IpvsProxier } from '#cluster/node/kube-proxy/ipvs/proxier';
import { NftProxier } from '#cluster/node/kube-proxy/nftables/proxier';
import type { Service, ServiceSpec } from '#k8s.io/api/core/v1';
import type { EndpointSlice } from '#k8s.io/api/discovery/v1';
import { node } from '#scenarios/clusters';
import { type Process, Simulation } from '#sim/simulation';
import { Tracer } from '#trace/tracer';
import { Kernel } from './kernel.ts';
import type { Namespace } from './namespace.ts';
import type { OverlayBackend } from './network-host.ts';
import { Wire } from './wire.ts';

const proxiers = { iptables: Proxier, nftables: NftProxier, ipvs: IpvsProxier } as const;
const clusterCIDR = '10.244.0.0/16';
const metadata = { uid: '', resourceVersion: '1', creationTimestamp: '2026-01-01T00:00:00Z' };

export interface ServiceEndpoint {
  readonly ip: string;
  readonly port: number;
  readonly ready?: boolean;
  readonly node?: string;
}

export class NetworkBed {
  readonly sim = new Simulation();
  readonly tracer = new Tracer(this.sim);
  readonly env: Environment;
  readonly kernels: readonly Kernel[];
  readonly up = new Map<string, boolean>();
  readonly proxiers: readonly BaseProxier[];

  constructor(
    count: number,
    backend: OverlayBackend = 'vxlan',
    seed = 1,
    mode: keyof typeof proxiers = 'iptables',
  ) {
    this.env = { sim: this.sim, tracer: this.tracer, prng: createPrng(seed) };
    const wire = new Wire(clusterCIDR, backend);
    this.kernels = Array.from({ length: count }, (_, index) => {
      const config = node(index + 1);
      const isUp = (): boolean => this.up.get(config.name) ?? true;
      return new Kernel(this.env, { node: config, wire, isUp });
    });
    this.tracer.emitRoot({ type: 'ComponentStarted', component: 'test', version: '', flags: [] });
    this.proxiers = this.kernels.map((kernel) => {
      setUpFlannel(kernel.netfilter, clusterCIDR, kernel.podCIDR);
      return new proxiers[mode](this.env, {
        component: `${kernel.node}/kube-proxy`,
        nodeName: kernel.node,
        nodeIP: kernel.address,
        clusterCIDR,
        netfilter: kernel.netfilter,
        nftables: kernel.nftables,
        ipvs: kernel.ipvs,
        host: kernel.host,
        prng: createPrng(seed),
      });
    });
    this.sync();
  }

  kernel(n: number): Kernel {
    const kernel = this.kernels[n - 1];
    if (kernel === undefined) throw new Error(`no node ${n}`);
    return kernel;
  }

  /** A pod on the n-th node with the address that ends in `last`. */
  pod(n: number, last: number): Namespace {
    const kernel = this.kernel(n);
    const ip = kernel.vtepAddress.replace(/\d+$/, String(last));
    const netns = `/var/run/netns/${ip}`;
    kernel.connectPod({
      netns,
      pod: `default/pod-${n}-${last}`,
      ip,
      subnet: kernel.podCIDR,
      gateway: kernel.gateway,
      mac: '0a:00:00:00:00:01',
      hostInterface: `veth${n}${last}`,
      hostMac: '0a:00:00:00:00:02',
      bridgeMac: '0a:00:00:00:00:03',
    });
    const namespace = kernel.namespace(netns);
    if (namespace === undefined) throw new Error('the pod was not connected');
    return namespace;
  }

  /** Gives every node the rules of a service. */
  service(name: string, spec: ServiceSpec, endpoints: readonly ServiceEndpoint[]): void {
    for (const proxier of this.proxiers) this.tell(proxier, name, spec, endpoints);
    this.sync();
  }

  /** Tells one kube-proxy of a service, without a sync. */
  tell(
    proxier: BaseProxier,
    name: string,
    spec: ServiceSpec,
    endpoints: readonly ServiceEndpoint[],
  ): void {
    const service: Service = {
      apiVersion: 'v1',
      kind: 'Service',
      metadata: { ...metadata, name, namespace: 'default' },
      spec,
    };
    proxier.setService(service);
    for (const each of slices(name, endpoints)) proxier.setSlice(each);
  }

  sync(): void {
    this.begin();
    for (const proxier of this.proxiers) this.sim.spawn('sync', proxier.syncProxyRules());
    this.sim.run(this.sim.now + seconds(1));
  }

  /** Runs a process to its end and returns what it returns. */
  run<T>(process: Process<T>, limit = seconds(200)): T {
    this.begin();
    let value: { readonly of: T } | undefined;
    this.sim.spawn(
      'test',
      (function* () {
        value = { of: yield* process };
      })(),
    );
    this.sim.run(this.sim.now + limit, () => value !== undefined);
    if (value === undefined) throw new Error('the process did not end');
    return value.of;
  }

  spawn(process: Process): void {
    this.begin();
    this.sim.spawn('test', process);
  }

  /** Emits a root fact, so that what follows has a cause. */
  begin(): void {
    this.tracer.emitRoot({ type: 'ComponentStarted', component: 'test', version: '', flags: [] });
  }
}

/** One slice for each port, as endpoints with other target ports get. */
function slices(name: string, endpoints: readonly ServiceEndpoint[]): readonly EndpointSlice[] {
  const ports = [...new Set(endpoints.map(({ port }) => port))];
  return ports.map((port) => ({
    apiVersion: 'discovery.k8s.io/v1',
    kind: 'EndpointSlice',
    metadata: {
      ...metadata,
      name: `${name}-${port}`,
      namespace: 'default',
      labels: { 'kubernetes.io/service-name': name },
    },
    addressType: 'IPv4',
    endpoints: endpoints
      .filter((one) => one.port === port)
      .map(({ ip, ready = true, node: nodeName = 'node-1' }) => ({
        addresses: [ip],
        nodeName,
        conditions: { ready, serving: ready, terminating: false },
      })),
    ports: [{ name: '', protocol: 'TCP', port }],
  }));
}
