/**
 * Assigns a range of pod addresses to each Node.
 *
 * Models kubernetes/pkg/controller/nodeipam/ipam/range_allocator.go. A Node gets the range in its
 * machine's CNI configuration if that is free, otherwise the lowest free one of the cluster's
 * range.
 */

import type { ClusterConfig } from '#cluster/config/cluster-config';
import type { Environment } from '#cluster/environment';
import type { Node } from '#k8s.io/api/core/v1';
import { nodes } from '#k8s.io/client-go/rest/resource';
import type { RestClient } from '#k8s.io/client-go/rest/rest-client';
import type { SharedInformer } from '#k8s.io/client-go/tools/cache/shared-informer';
import type { EventRecorder } from '#k8s.io/client-go/tools/record/event-recorder';
import type { RateLimitingQueue } from '#k8s.io/client-go/util/workqueue/rate-limiting-queue';
import type { Process } from '#sim/simulation';
import {
  type Controller,
  type ControllerContext,
  controllerDescriptor,
  startRecorder,
  workQueue,
} from '../app/controller-context.ts';
import { apiError, type SyncResult, startWorkers } from '../controller/workers.ts';
import { CidrSet } from './cidr-set.ts';

const name = 'node-ipam-controller';
const workers = 30;
const maxRetries = 10;

export const nodeIpamController = controllerDescriptor(
  name,
  (context, client) => new RangeAllocator(context, client),
  { serviceAccount: 'node-controller' },
);

const hasRange = ({ spec }: Node): boolean => (spec.podCIDR ?? '') !== '';

class RangeAllocator implements Controller {
  readonly #env: Environment;
  readonly #client: RestClient;
  readonly #recorder: EventRecorder;
  readonly #nodes: SharedInformer<Node>;
  readonly #queue: RateLimitingQueue;
  readonly #configured: ReadonlyMap<string, string>;
  readonly #ranges: CidrSet;
  /** Nodes with an assigned range, whether or not the cache shows it yet. */
  readonly #assigned = new Set<string>();

  constructor(context: ControllerContext, client: RestClient) {
    this.#env = context.env;
    this.#client = client;
    const { config } = context;
    this.#configured = new Map(config.nodes.map((node) => [node.name, node.podCIDR]));
    this.#ranges = new CidrSet(config.podCIDR);
    this.#queue = workQueue(context, name, 'cidrallocator_node');
    this.#recorder = startRecorder(context, client, { component: 'cidrAllocator' });
    this.#nodes = context.informers.forResource<Node>(nodes);
    this.#occupyConfigured(config);
    this.#nodes.addEventHandler({
      onAdd: (node) => this.#observe(node),
      onUpdate: (old, node) => {
        if (!hasRange(node) || old.spec.podCIDR !== node.spec.podCIDR) this.#observe(node);
      },
      onDelete: (node) => this.#release(node),
    });
  }

  *run(): Process {
    yield* this.#nodes.waitForSync();
    startWorkers(this.#env, this.#queue, (key) => this.#syncNode(key), { workers, maxRetries });
  }

  /** Ranges in the configuration of the cluster's machines are not assigned to other nodes. */
  #occupyConfigured({ nodes: machines }: ClusterConfig): void {
    for (const { podCIDR } of machines) this.#ranges.occupy(podCIDR);
  }

  #observe(node: Node): void {
    const { podCIDR } = node.spec;
    if (podCIDR === undefined || podCIDR === '') this.#queue.add(node.metadata.name);
    else this.#ranges.occupy(podCIDR);
  }

  #release(node: Node): void {
    this.#assigned.delete(node.metadata.name);
    const { podCIDR } = node.spec;
    const isConfigured = this.#configured.get(node.metadata.name) === podCIDR;
    if (podCIDR !== undefined && !isConfigured) this.#ranges.release(podCIDR);
  }

  *#syncNode(key: string): Process<SyncResult> {
    const node = this.#nodes.lister.get(key);
    if (node === undefined || hasRange(node)) return undefined;
    if (this.#assigned.has(key)) return undefined;
    const podCIDR = this.#take(key);
    if (podCIDR === undefined) {
      const message = `Node ${key} status is now: CIDRNotAvailable`;
      this.#recorder.event(node, 'Normal', 'CIDRNotAvailable', message);
      return { message: 'CIDR allocation failed; there are no remaining CIDRs left to allocate' };
    }
    const patch = { spec: { podCIDR, podCIDRs: [podCIDR] } };
    const type = 'application/strategic-merge-patch+json';
    const answer = yield* this.#client.patch(nodes, type, patch, { name: key });
    if (answer.ok) {
      this.#assigned.add(key);
      return undefined;
    }
    if (this.#configured.get(key) !== podCIDR) this.#ranges.release(podCIDR);
    const message = `Node ${key} status is now: CIDRAssignmentFailed`;
    this.#recorder.event(node, 'Normal', 'CIDRAssignmentFailed', message);
    return apiError(answer.error);
  }

  #take(node: string): string | undefined {
    const configured = this.#configured.get(node);
    return configured ?? this.#ranges.allocate();
  }
}
