/**
 * The example driver for dynamic resource allocation: eight GPUs on each node that are not there.
 *
 * Models kubernetes-sigs/dra-example-driver cmd/dra-example-kubeletplugin with the library
 * k8s.io/dynamic-resource-allocation/kubeletplugin. In: its node, the claims that the kubelet wants
 * prepared. Out: a ResourceSlice of the node, a socket for the kubelet, and CDI devices whose
 * variables containers see.
 */
import { err, ok, type Result } from '#base/result';
import { type Duration, ms, second } from '#base/sim-time';
import { uuidV4 } from '#base/uuid';
import type { Environment } from '#cluster/environment';
import type {
  ClaimReference,
  DraPlugin,
  NodePlugins,
  PreparedDevice,
} from '#cluster/node/os/node-plugins';
import type { Node } from '#k8s.io/api/core/v1';
import type { ResourceClaim, ResourceSlice } from '#k8s.io/api/resource/v1';
import { resourceClaims, resourceSlices } from '#k8s.io/client-go/rest/device-resources';
import { nodes } from '#k8s.io/client-go/rest/resource';
import { RestClient, type RestConfig } from '#k8s.io/client-go/rest/rest-client';
import { SharedInformerFactory } from '#k8s.io/client-go/tools/cache/informer-factory';
import type { SharedInformer } from '#k8s.io/client-go/tools/cache/shared-informer';
import { Channel } from '#sim/signal';
import { type Process, sleep } from '#sim/simulation';

const driverName = 'gpu.example.com';
const cdiKind = `k8s.${driverName}/gpu`;
/** Before a failed request is sent again. */
const retryAfter: Duration = second;
/** A call by gRPC and the writing of a file. */
const callTime: Duration = ms(4);

export interface DraExampleDriverOptions {
  /** NODE_NAME. */
  readonly node: string;
  /** NUM_DEVICES. */
  readonly devices: number;
  /** Credentials of its service account. */
  readonly rest: RestConfig;
  readonly plugins: NodePlugins;
}

export class DraExampleDriver implements DraPlugin {
  readonly #env: Environment;
  readonly #options: DraExampleDriverOptions;
  readonly #client: RestClient;
  readonly #informers: SharedInformerFactory;
  readonly #slices: SharedInformer<ResourceSlice>;
  readonly #work: Channel<'slice'>;
  /** CDI devices by UID of the claim. */
  readonly #prepared = new Map<string, readonly PreparedDevice[]>();

  constructor(env: Environment, options: DraExampleDriverOptions) {
    const { sim, tracer } = env;
    this.#env = env;
    this.#options = options;
    this.#client = new RestClient(sim, tracer, options.rest);
    const prng = env.prng.fork(`dra-example-driver/${options.node}`);
    this.#informers = new SharedInformerFactory(sim, tracer, this.#client, prng);
    const fieldSelector = `spec.driver=${driverName},spec.nodeName=${options.node}`;
    this.#slices = this.#informers.forResource<ResourceSlice>(resourceSlices, { fieldSelector });
    this.#work = new Channel(sim);
    this.#slices.addEventHandler({ onDelete: () => this.#work.send('slice') });
  }

  /** Runs until its process ends; its socket goes with it. */
  *run(): Process<number> {
    const { sockets, cdi } = this.#options.plugins;
    const { node } = this.#options;
    cdi.set(`${cdiKind}=common`, [
      ['GPU_NODE_NAME', node],
      ['DRA_RESOURCE_DRIVER_NAME', driverName],
    ]);
    sockets.set(driverName, this);
    this.#options.plugins.changed(driverName);
    try {
      return yield* this.#publish();
    } finally {
      // A pod that took its place has a socket of its own.
      if (sockets.get(driverName) === this) {
        sockets.delete(driverName);
        this.#options.plugins.changed(driverName);
      }
    }
  }

  /** Keeps the node's slice. Source: resourceslice/resourceslicecontroller.go. */
  *#publish(): Process<number> {
    this.#informers.start();
    yield* this.#env.sim.asideProcess(this.#informers.waitForCacheSync());
    this.#work.send('slice');
    for (;;) {
      const work = yield* this.#work.receive();
      if (work === undefined) return 0;
      if (this.#slices.lister.list().length > 0) continue;
      if (yield* this.#createSlice()) continue;
      yield* sleep(retryAfter);
      this.#work.send('slice');
    }
  }

  *#createSlice(): Process<boolean> {
    const { node } = this.#options;
    const owner = yield* this.#client.get<Node>(nodes, { name: node });
    if (!owner.ok) return false;
    const { uid } = owner.value.metadata;
    const reference = { apiVersion: 'v1', kind: 'Node', name: node, uid, controller: true };
    const body = {
      apiVersion: 'resource.k8s.io/v1',
      kind: 'ResourceSlice',
      metadata: { generateName: `${node}-${driverName}-`, ownerReferences: [reference] },
      spec: {
        ...{ driver: driverName, nodeName: node, devices: this.#devices() },
        pool: { name: node, generation: 1, resourceSliceCount: 1 },
      },
    };
    return (yield* this.#client.create(resourceSlices, body, {})).ok;
  }

  /** The same in each run of the driver on this node. Source: discovery.go. */
  #devices() {
    const { node, devices } = this.#options;
    const prng = this.#env.prng.fork(`dra-example-driver/${node}/devices`);
    return Array.from({ length: devices }, (_, index) => ({
      name: `gpu-${index}`,
      attributes: {
        index: { int: index },
        uuid: { string: `gpu-${uuidV4(prng)}` },
        model: { string: 'LATEST-GPU-MODEL' },
        driverVersion: { version: '1.0.0' },
      },
      capacity: { memory: { value: '80Gi' } },
    }));
  }

  *nodePrepareResources(claim: ClaimReference): Process<Result<readonly PreparedDevice[], string>> {
    const { namespace, name, uid } = claim;
    const present = this.#prepared.get(uid);
    if (present !== undefined) return ok(present);
    yield* sleep(callTime);
    const answer = yield* this.#client.get<ResourceClaim>(resourceClaims, { namespace, name });
    const which = `claim ${namespace}/${name}`;
    if (!answer.ok) return err(`retrieve ${which}: ${answer.error.message}`);
    if (answer.value.metadata.uid !== uid) return err(`${which} got replaced`);
    const allocation = answer.value.status?.allocation;
    if (allocation === undefined) return err(`${which} not allocated`);
    const own = (allocation.devices?.results ?? []).filter(({ driver }) => driver === driverName);
    const prepared = own.map(({ request, pool, device }) => {
      const id = `${cdiKind}=${uid}-${device}`;
      this.#options.plugins.cdi.set(id, variablesOf(device, uid));
      const cdiDeviceIds = [`${cdiKind}=common`, id];
      return { requestNames: [request], pool, device, cdiDeviceIds };
    });
    this.#prepared.set(uid, prepared);
    return ok(prepared);
  }

  *nodeUnprepareResources({ uid }: ClaimReference): Process<Result<void, string>> {
    yield* sleep(callTime);
    const { cdi } = this.#options.plugins;
    for (const id of [...cdi.keys()]) if (id.startsWith(`${cdiKind}=${uid}-`)) cdi.delete(id);
    this.#prepared.delete(uid);
    return ok(undefined);
  }
}

/** Without parameters in the claim, time slices of the default length. Source: state.go. */
function variablesOf(device: string, claim: string): readonly (readonly [string, string])[] {
  const name = `GPU_DEVICE_${device.slice('gpu-'.length)}`;
  return [
    [name, device],
    [`${name}_RESOURCE_CLAIM`, claim],
    [`${name}_SHARING_STRATEGY`, 'TimeSlicing'],
    [`${name}_TIMESLICE_INTERVAL`, 'Default'],
  ];
}
