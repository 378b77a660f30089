/**
 * Sets how long kubelets may cache secrets and config maps, by the size of the cluster. Models
 * kubernetes/pkg/controller/ttl/ttl_controller.go: an annotation on each Node.
 */

import type { Environment } from '#cluster/environment';
import type { Node } from '#k8s.io/api/core/v1';
import { nodes } from '#k8s.io/client-go/rest/resource';
import type { RestClient } from '#k8s.io/client-go/rest/rest-client';
import type { SharedInformer } from '#k8s.io/client-go/tools/cache/shared-informer';
import type { RateLimitingQueue } from '#k8s.io/client-go/util/workqueue/rate-limiting-queue';
import type { Process } from '#sim/simulation';
import {
  type Controller,
  type ControllerContext,
  controllerDescriptor,
  workQueue,
} from '../app/controller-context.ts';
import { apiError, type SyncResult, startWorkers } from '../controller/workers.ts';

const name = 'ttl-controller';
const workers = 5;
const ttlAnnotation = 'node.alpha.kubernetes.io/ttl';

/**
 * Steps overlap, so that one node that is added and removed does not change all others each time.
 */
const steps = [
  { least: 0, most: 100, seconds: 0 },
  { least: 90, most: 500, seconds: 15 },
  { least: 450, most: 1000, seconds: 30 },
  { least: 900, most: 2000, seconds: 60 },
  { least: 1800, most: Number.POSITIVE_INFINITY, seconds: 300 },
];

export const ttlController = controllerDescriptor(
  name,
  (context, client) => new TtlController(context, client),
);

class TtlController implements Controller {
  readonly #env: Environment;
  readonly #client: RestClient;
  readonly #nodes: SharedInformer<Node>;
  readonly #queue: RateLimitingQueue;
  #step = 0;

  constructor(context: ControllerContext, client: RestClient) {
    this.#env = context.env;
    this.#client = client;
    this.#queue = workQueue(context, name, 'ttlcontroller');
    this.#nodes = context.informers.forResource<Node>(nodes);
    const enqueue = (node: Node): void => {
      if (this.#isDue(node)) this.#queue.add(node.metadata.name);
    };
    this.#nodes.addEventHandler({
      onAdd: (node) => {
        this.#adjust();
        enqueue(node);
      },
      onUpdate: (_old, node) => enqueue(node),
      onDelete: () => this.#adjust(),
    });
  }

  *run(): Process {
    yield* this.#nodes.waitForSync();
    startWorkers(this.#env, this.#queue, (key) => this.#syncNode(key), { workers });
  }

  get #seconds(): string {
    return String(steps[this.#step]?.seconds ?? 0);
  }

  #isDue(node: Node): boolean {
    return node.metadata.annotations?.[ttlAnnotation] !== this.#seconds;
  }

  /** Moves to the step for the number of nodes, and then enqueues every node. */
  #adjust(): void {
    const count = this.#nodes.lister.size;
    const before = this.#step;
    while (count > (steps[this.#step]?.most ?? 0)) this.#step++;
    while (count < (steps[this.#step]?.least ?? 0)) this.#step--;
    if (this.#step === before) return;
    for (const { metadata } of this.#nodes.lister.list()) this.#queue.add(metadata.name);
  }

  *#syncNode(key: string): Process<SyncResult> {
    const node = this.#nodes.lister.get(key);
    if (node === undefined || !this.#isDue(node)) return undefined;
    const patch = { metadata: { annotations: { [ttlAnnotation]: this.#seconds } } };
    const type = 'application/strategic-merge-patch+json';
    const answer = yield* this.#client.patch(nodes, type, patch, { name: key });
    return answer.ok ? undefined : apiError(answer.error);
  }
}
