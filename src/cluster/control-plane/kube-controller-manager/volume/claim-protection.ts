/**
 * Prevents the removal of claims that pods use. Models
 * kubernetes/pkg/controller/volume/pvcprotection/pvc_protection_controller.go. In: claims and pods.
 * Out: the finalizer kubernetes.io/pvc-protection, removed when no pod uses the claim.
 */

import type { Environment } from '#cluster/environment';
import type { PersistentVolumeClaim, Pod } from '#k8s.io/api/core/v1';
import { isNotFound } from '#k8s.io/apimachinery/errors';
import { persistentVolumeClaims, pods } from '#k8s.io/client-go/rest/resource';
import type { RestClient } from '#k8s.io/client-go/rest/rest-client';
import type { SharedInformer } from '#k8s.io/client-go/tools/cache/shared-informer';
import { metaNamespaceKey } from '#k8s.io/client-go/tools/cache/store';
import type { RateLimitingQueue } from '#k8s.io/client-go/util/workqueue/rate-limiting-queue';
import { isPodTerminal } from '#k8s.io/component-helpers/core/pod-phase';
import type { Process } from '#sim/simulation';
import {
  type Controller,
  type ControllerContext,
  controllerDescriptor,
  workQueue,
} from '../app/controller-context.ts';
import { apiError, type SyncResult, startWorkers, waitForCaches } from '../controller/workers.ts';
import { claimIndex, claimsOf } from './pods-of-claim.ts';

const name = 'persistentvolumeclaim-protection-controller';
const finalizer = 'kubernetes.io/pvc-protection';

export const claimProtectionController = controllerDescriptor(
  name,
  (context, client) => new ClaimProtectionController(context, client),
  { serviceAccount: 'pvc-protection-controller' },
);

class ClaimProtectionController implements Controller {
  readonly #env: Environment;
  readonly #client: RestClient;
  readonly #queue: RateLimitingQueue;
  readonly #claims: SharedInformer<PersistentVolumeClaim>;
  readonly #pods: SharedInformer<Pod>;

  constructor(context: ControllerContext, client: RestClient) {
    this.#env = context.env;
    this.#client = client;
    this.#queue = workQueue(context, name, 'pvcprotection');
    this.#claims = context.informers.forResource<PersistentVolumeClaim>(persistentVolumeClaims);
    this.#pods = context.informers.forResource<Pod>(pods);
    this.#pods.addIndex(claimIndex, claimsOf);
    const enqueue = (claim: PersistentVolumeClaim): void => {
      if (isDue(claim)) this.#queue.add(metaNamespaceKey(claim));
    };
    const enqueueOf = (pod: Pod): void => {
      if (pod.spec.volumes === undefined) return;
      for (const key of claimsOf(pod)) if (this.#claims.lister.get(key)) this.#queue.add(key);
    };
    this.#claims.addEventHandler({ onAdd: enqueue, onUpdate: (_old, claim) => enqueue(claim) });
    // A running pod holds its claims: only one that does not run can release a claim.
    const looser = (pod: Pod): void => {
      if (isPodTerminal(pod) || pod.spec.nodeName === undefined) enqueueOf(pod);
    };
    this.#pods.addEventHandler({
      onAdd: looser,
      onUpdate: (_old, pod) => looser(pod),
      onDelete: enqueueOf,
    });
  }

  *run(): Process {
    yield* waitForCaches(this.#claims, this.#pods);
    startWorkers(this.#env, this.#queue, (key) => this.#syncClaim(key), { workers: 1 });
  }

  *#syncClaim(key: string): Process<SyncResult> {
    const claim = this.#claims.lister.get(key);
    if (claim === undefined || !isDue(claim)) return undefined;
    const { namespace, name: claimName, deletionTimestamp, finalizers = [] } = claim.metadata;
    if (deletionTimestamp === undefined) {
      return yield* this.#write(claim, [...finalizers, finalizer]);
    }
    if (this.#pods.lister.byIndex(claimIndex, key).some(isScheduled)) return undefined;
    // The cache may be outdated: the server is asked before the claim is released.
    const live = yield* this.#client.list<Pod>(pods, { namespace });
    if (!live.ok) return apiError(live.error);
    const isUsed = live.value.items.some(
      (pod) => isScheduled(pod) && claimsOf(pod).includes(`${namespace}/${claimName}`),
    );
    if (isUsed) return undefined;
    return yield* this.#write(
      claim,
      finalizers.filter((one) => one !== finalizer),
    );
  }

  *#write(claim: PersistentVolumeClaim, finalizers: readonly string[]): Process<SyncResult> {
    const { namespace, name: claimName } = claim.metadata;
    const body = { ...claim, metadata: { ...claim.metadata, finalizers } };
    const target = { namespace, name: claimName };
    const answer = yield* this.#client.update(persistentVolumeClaims, body, target);
    return answer.ok || isNotFound(answer.error) ? undefined : apiError(answer.error);
  }
}

/** A pod that is not bound does not use its claims yet. */
const isScheduled = ({ spec }: Pod): boolean => spec.nodeName !== undefined && spec.nodeName !== '';

/** Whether it is being deleted and has the finalizer, or is not and lacks it. */
function isDue({ metadata }: PersistentVolumeClaim): boolean {
  const isMarked = metadata.finalizers?.includes(finalizer) === true;
  return (metadata.deletionTimestamp !== undefined) === isMarked;
}
