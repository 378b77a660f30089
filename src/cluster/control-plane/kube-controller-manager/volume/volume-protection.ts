/**
 * Prevents the removal of bound volumes. Models
 * kubernetes/pkg/controller/volume/pvprotection/pv_protection_controller.go. In: volumes. Out: the
 * finalizer kubernetes.io/pv-protection, removed when a volume is no longer bound.
 */
import type { Environment } from '#cluster/environment';
import type { PersistentVolume } from '#k8s.io/api/core/v1';
import { isNotFound } from '#k8s.io/apimachinery/errors';
import { persistentVolumes } from '#k8s.io/client-go/rest/resource';
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

const name = 'persistentvolume-protection-controller';
const finalizer = 'kubernetes.io/pv-protection';

export const volumeProtectionController = controllerDescriptor(
  name,
  (context, client) => new VolumeProtectionController(context, client),
  { serviceAccount: 'pv-protection-controller' },
);

class VolumeProtectionController implements Controller {
  readonly #env: Environment;
  readonly #client: RestClient;
  readonly #queue: RateLimitingQueue;
  readonly #volumes: SharedInformer<PersistentVolume>;

  constructor(context: ControllerContext, client: RestClient) {
    this.#env = context.env;
    this.#client = client;
    this.#queue = workQueue(context, name, 'pvprotection');
    this.#volumes = context.informers.forResource<PersistentVolume>(persistentVolumes);
    const enqueue = (volume: PersistentVolume): void => {
      if (isDue(volume)) this.#queue.add(volume.metadata.name);
    };
    this.#volumes.addEventHandler({ onAdd: enqueue, onUpdate: (_old, volume) => enqueue(volume) });
  }

  *run(): Process {
    yield* this.#volumes.waitForSync();
    startWorkers(this.#env, this.#queue, (key) => this.#syncVolume(key), { workers: 1 });
  }

  *#syncVolume(key: string): Process<SyncResult> {
    const volume = this.#volumes.lister.get(key);
    if (volume === undefined || !isDue(volume)) return undefined;
    const { deletionTimestamp, finalizers: before = [] } = volume.metadata;
    const finalizers =
      deletionTimestamp === undefined
        ? [...before, finalizer]
        : before.filter((one) => one !== finalizer);
    const body = { ...volume, metadata: { ...volume.metadata, finalizers } };
    const answer = yield* this.#client.update(persistentVolumes, body, { name: key });
    return answer.ok || isNotFound(answer.error) ? undefined : apiError(answer.error);
  }
}

/**
 * Whether it is being deleted, not bound and has the finalizer, or is not being deleted and lacks
 * it.
 */
function isDue({ metadata, status }: PersistentVolume): boolean {
  const isMarked = metadata.finalizers?.includes(finalizer) === true;
  if (metadata.deletionTimestamp === undefined) return !isMarked;
  return isMarked && status?.phase !== 'Bound';
}
