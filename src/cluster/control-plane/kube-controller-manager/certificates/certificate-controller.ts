/**
 * What the controllers of signing requests share: a queue of requests without a certificate, and
 * one service account.
 *
 * Models kubernetes pkg/controller/certificates certificate_controller.go. The account's client is
 * built at the first signing request: until then these controllers send nothing to the API server.
 */
import { ms, second } from '#base/sim-time';
import type { Environment } from '#cluster/environment';
import type {
  CertificateSigningRequest,
  CertificateSigningRequestCondition,
} from '#k8s.io/api/certificates/v1';
import { certificateSigningRequests } from '#k8s.io/client-go/rest/resource';
import type { RestClient } from '#k8s.io/client-go/rest/rest-client';
import type { SharedInformer } from '#k8s.io/client-go/tools/cache/shared-informer';
import type { RateLimitingQueue } from '#k8s.io/client-go/util/workqueue/rate-limiting-queue';
import type { Process } from '#sim/simulation';
import { type Controller, type ControllerContext, workQueue } from '../app/controller-context.ts';
import { type SyncResult, startWorkers } from '../controller/workers.ts';

const serviceAccount = 'certificate-controller';
const workers = 1;
const limits = { base: ms(200), max: 1000 * second };

/** Returns the client of the account; it is built only once. */
export function accountClient(context: ControllerContext, controller: string) {
  let client: RestClient | undefined;
  return function* (): Process<RestClient> {
    client ??= yield* context.clients.client({ controller, serviceAccount });
    return client;
  };
}

export type HandleRequest = (
  client: RestClient,
  request: CertificateSigningRequest,
) => Process<SyncResult>;

export class CertificateController implements Controller {
  readonly #env: Environment;
  readonly #requests: SharedInformer<CertificateSigningRequest>;
  readonly #queue: RateLimitingQueue;
  readonly #client: () => Process<RestClient>;
  readonly #handle: HandleRequest;

  constructor(context: ControllerContext, name: string, handle: HandleRequest) {
    this.#env = context.env;
    this.#handle = handle;
    this.#client = accountClient(context, name);
    this.#queue = workQueue(context, name, 'certificate', limits);
    this.#requests = context.informers.forResource(certificateSigningRequests);
    const enqueue = ({ metadata }: CertificateSigningRequest): void =>
      this.#queue.add(metadata.name);
    this.#requests.addEventHandler({
      onAdd: enqueue,
      onUpdate: (_old, request) => enqueue(request),
    });
  }

  *run(): Process {
    yield* this.#requests.waitForSync();
    startWorkers(this.#env, this.#queue, (key) => this.#sync(key), { workers });
  }

  *#sync(key: string): Process<SyncResult> {
    const request = this.#requests.lister.get(key);
    if (request === undefined || (request.status?.certificate ?? '') !== '') return undefined;
    return yield* this.#handle(yield* this.#client(), request);
  }
}

/** Whether the request has a condition of this type. */
export const hasCondition = ({ status }: CertificateSigningRequest, type: string): boolean =>
  (status?.conditions ?? []).some((condition) => condition.type === type);

/** The request with one more condition, whose times are all the present one. */
export function withCondition(
  request: CertificateSigningRequest,
  condition: Pick<CertificateSigningRequestCondition, 'type' | 'reason' | 'message'>,
  now: string,
): CertificateSigningRequest {
  const { status = {} } = request;
  const next = { ...condition, status: 'True', lastUpdateTime: now, lastTransitionTime: now };
  return { ...request, status: { ...status, conditions: [...(status.conditions ?? []), next] } };
}
