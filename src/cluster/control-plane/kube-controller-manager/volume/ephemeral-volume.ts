/**
 * Creates the claims of generic ephemeral volumes, owned by their pods.
 *
 * Models pkg/controller/volume/ephemeral/controller.go. In: pods and claims. Out: a claim for each
 * such volume; the garbage collector deletes it after the pod. The controller's account is created
 * with the first claim.
 */
import { defined } from '#base/defined';
import type { Environment } from '#cluster/environment';
import type { PersistentVolumeClaim, Pod, Volume } from '#k8s.io/api/core/v1';
import { persistentVolumeClaims, pods } from '#k8s.io/client-go/rest/resource';
import type { RestClient } from '#k8s.io/client-go/rest/rest-client';
import type { SharedInformer } from '#k8s.io/client-go/tools/cache/shared-informer';
import { metaNamespaceKey } from '#k8s.io/client-go/tools/cache/store';
import type { RateLimitingQueue } from '#k8s.io/client-go/util/workqueue/rate-limiting-queue';
import type { Process } from '#sim/simulation';
import {
  type Controller,
  type ControllerContext,
  type ControllerDescriptor,
  workQueue,
} from '../app/controller-context.ts';
import { apiError, type SyncResult, startWorkers, waitForCaches } from '../controller/workers.ts';
import { claimIndex, claimsOf } from './pods-of-claim.ts';

const name = 'ephemeral-volume-controller';
/** Source: --concurrent-ephemeralvolume-syncs. */
const workers = 5;

export const ephemeralVolumeController: ControllerDescriptor = {
  name,
  *build(context) {
    return new EphemeralVolumeController(context);
  },
};

class EphemeralVolumeController implements Controller {
  readonly #env: Environment;
  readonly #context: ControllerContext;
  readonly #queue: RateLimitingQueue;
  readonly #claims: SharedInformer<PersistentVolumeClaim>;
  readonly #pods: SharedInformer<Pod>;
  #client: RestClient | undefined;

  constructor(context: ControllerContext) {
    this.#env = context.env;
    this.#context = context;
    this.#queue = workQueue(context, name, 'ephemeral_volume');
    this.#claims = context.informers.forResource<PersistentVolumeClaim>(persistentVolumeClaims);
    this.#pods = context.informers.forResource<Pod>(pods);
    this.#pods.addIndex(claimIndex, claimsOf);
    const enqueue = (pod: Pod): void => {
      const needs = pod.metadata.deletionTimestamp === undefined && pod.spec.volumes?.some(isOwn);
      if (needs === true) this.#queue.add(metaNamespaceKey(pod));
    };
    this.#pods.addEventHandler({ onAdd: enqueue });
    this.#claims.addEventHandler({
      onDelete: (claim) => {
        for (const pod of this.#pods.lister.byIndex(claimIndex, metaNamespaceKey(claim))) {
          enqueue(pod);
        }
      },
    });
  }

  *run(): Process {
    yield* waitForCaches(this.#pods, this.#claims);
    startWorkers(this.#env, this.#queue, (key) => this.#sync(key), { workers });
  }

  *#sync(key: string): Process<SyncResult> {
    const pod = this.#pods.lister.get(key);
    if (pod === undefined || pod.metadata.deletionTimestamp !== undefined) return undefined;
    for (const volume of this.#env.sim.inTurn(pod.spec.volumes ?? [])) {
      const failed = isOwn(volume) ? yield* this.#makeClaim(pod, volume) : undefined;
      if (failed !== undefined) return failed;
    }
    return undefined;
  }

  /** Source: handleVolume. */
  *#makeClaim(pod: Pod, { name: volume, ephemeral }: Volume): Process<SyncResult> {
    const template = ephemeral?.volumeClaimTemplate;
    const { namespace, name: podName, uid } = pod.metadata;
    const claimName = `${podName}-${volume}`;
    const present = this.#claims.lister.get(`${namespace}/${claimName}`);
    if (present !== undefined) {
      const own = present.metadata.ownerReferences?.some((owner) => owner.uid === uid);
      if (own === true) return undefined;
      const what = `PVC ${namespace}/${claimName} was not created for pod ${namespace}/${podName}`;
      return { message: `${what} (pod is not owner)` };
    }
    if (template === undefined) return undefined;
    const { labels, annotations } = template.metadata ?? {};
    const owner = { apiVersion: 'v1', kind: 'Pod', name: podName, uid };
    const metadata = {
      name: claimName,
      ...defined({ labels, annotations }),
      ownerReferences: [{ ...owner, controller: true, blockOwnerDeletion: true }],
    };
    const claim = { apiVersion: 'v1', kind: 'PersistentVolumeClaim', metadata };
    const account = { controller: name, serviceAccount: name };
    this.#client ??= yield* this.#context.clients.client(account);
    const body = { ...claim, spec: template.spec };
    const made = yield* this.#client.create(persistentVolumeClaims, body, { namespace });
    return made.ok ? undefined : apiError(made.error);
  }
}

const isOwn = ({ ephemeral }: Volume): boolean => ephemeral !== undefined;
