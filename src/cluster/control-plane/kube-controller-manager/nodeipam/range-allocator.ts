/**
 * Gives each node its part of the cluster's pod range.
 *
 * Models kubernetes/pkg/controller/nodeipam/ipam/range_allocator.go for IPv4: a /24 of the range
 * for each node, the lowest free one, written with a PATCH of spec.podCIDR and spec.podCIDRs.
 */
import type { Node } from '#k8s.io/api/core/v1';
import { nodes } from '#k8s.io/client-go/rest/resource';
import type { RestClient } from '#k8s.io/client-go/rest/rest-client';
import type { EventRecorder } from '#k8s.io/client-go/tools/record/event-recorder';
import type { Process } from '#sim/simulation';
import {
  type Controller,
  type ControllerContext,
  type ControllerDescriptor,
  componentOf,
  startRecorder,
  workQueue,
} from '../app/controller-context.ts';
import { apiError, type SyncResult, startWorkers } from '../controller/workers.ts';
import { CidrSet } from './cidr-set.ts';

const name = 'node-ipam-controller';

export const nodeIpamController: ControllerDescriptor = {
  name,
  *build(context) {
    const options = { controller: name, serviceAccount: 'node-controller' };
    const client = yield* context.clients.client(options);
    return new RangeAllocator(context, client);
  },
};

class RangeAllocator implements Controller {
  readonly #context: ControllerContext;
  readonly #client: RestClient;
  readonly #recorder: EventRecorder;
  readonly #queue;
  readonly #nodes;
  readonly #cidrs: CidrSet;

  constructor(context: ControllerContext, client: RestClient) {
    this.#context = context;
    this.#client = client;
    this.#cidrs = new CidrSet(context.config.podCIDR);
    this.#recorder = startRecorder(context, client, { component: 'cidrAllocator' });
    this.#queue = workQueue(context, name, 'cidrallocator_node');
    this.#nodes = context.informers.forResource<Node>(nodes);
    this.#nodes.addEventHandler({
      onAdd: (node) => this.#observe(node),
      onDelete: ({ spec }) => {
        if (spec.podCIDR !== undefined) this.#cidrs.release(spec.podCIDR);
      },
    });
  }

  *run(): Process {
    yield* this.#nodes.waitForSync();
    startWorkers(this.#context.env, {
      component: componentOf(name),
      queue: this.#queue,
      workers: 1,
      sync: (key) => this.#sync(key),
    });
  }

  #observe({ metadata, spec }: Node): void {
    if (spec.podCIDR === undefined) this.#queue.add(metadata.name);
    else this.#cidrs.occupy(spec.podCIDR);
  }

  *#sync(key: string): Process<SyncResult> {
    const node = this.#nodes.lister.get(key);
    if (node === undefined || node.spec.podCIDR !== undefined) return undefined;
    const podCIDR = this.#cidrs.allocate();
    if (podCIDR === undefined) {
      const message = `Node ${key} status is now: CIDRNotAvailable`;
      this.#recorder.event(node, 'Normal', 'CIDRNotAvailable', message);
      return { message: 'CIDR allocation failed; there are no remaining CIDRs left to allocate' };
    }
    const body = { spec: { podCIDR, podCIDRs: [podCIDR] } };
    const type = 'application/strategic-merge-patch+json';
    const patched = yield* this.#client.patch<Node>(nodes, type, body, { name: key });
    if (patched.ok) return undefined;
    this.#cidrs.release(podCIDR);
    return apiError(patched.error);
  }
}
