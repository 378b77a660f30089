/**
 * Makes the claims that pods ask for with a template, and gives claims back that nobody uses.
 *
 * Models kubernetes/pkg/controller/resourceclaim/controller.go. In: pods, templates and claims.
 * Out: a ResourceClaim for each entry with a template, `status.resourceClaimStatuses` of the pod;
 * `status.reservedFor` without pods that are done, and with the last of them the claim's devices
 * are free again.
 */
import type { Environment } from '#cluster/environment';
import type { Pod, PodResourceClaim } from '#k8s.io/api/core/v1';
import type { ResourceClaim, ResourceClaimTemplate } from '#k8s.io/api/resource/v1';
import { isNotFound } from '#k8s.io/apimachinery/errors';
import { resourceClaims, resourceClaimTemplates } from '#k8s.io/client-go/rest/device-resources';
import { pods } from '#k8s.io/client-go/rest/resource';
import type { RestClient } from '#k8s.io/client-go/rest/rest-client';
import type { SharedInformer } from '#k8s.io/client-go/tools/cache/shared-informer';
import { metaNamespaceKey } from '#k8s.io/client-go/tools/cache/store';
import type { EventRecorder } from '#k8s.io/client-go/tools/record/event-recorder';
import type { RateLimitingQueue } from '#k8s.io/client-go/util/workqueue/rate-limiting-queue';
import {
  canBeReserved,
  claimKeysOf,
  claimNameOf,
  isReservedForPod,
  ownerError,
  reservedFor,
} from '#k8s.io/dynamic-resource-allocation/resource-claim';
import type { Process } from '#sim/simulation';
import {
  type Controller,
  type ControllerContext,
  controllerDescriptor,
  startRecorder,
  workQueue,
} from '../app/controller-context.ts';
import { apiError, type SyncResult, startWorkers, waitForCaches } from '../controller/workers.ts';
import { claimFromTemplate, isPodDone, podClaimAnnotation } from './claim-from-template.ts';
import { ClaimRelease } from './claim-release.ts';

const name = 'resourceclaim-controller';
/** Source: --concurrent-resource-claim-syncs. */
const workers = 50;
const claimPrefix = 'claim:';
const podPrefix = 'pod:';
const podsByClaim = 'pod-resource-claim-index';
const claimsByOwner = 'claim-pod-owner-index';

export const resourceClaimController = controllerDescriptor(
  name,
  (context, client) => new ResourceClaimController(context, client),
  { serviceAccount: 'resource-claim-controller' },
);

class ResourceClaimController implements Controller {
  readonly #env: Environment;
  readonly #client: RestClient;
  readonly #queue: RateLimitingQueue;
  readonly #recorder: EventRecorder;
  readonly #pods: SharedInformer<Pod>;
  readonly #claims: SharedInformer<ResourceClaim>;
  readonly #templates: SharedInformer<ResourceClaimTemplate>;
  readonly #release: ClaimRelease;
  /** Claims that were made and that the informer has not brought yet, by pod. */
  readonly #made = new Map<string, ResourceClaim[]>();

  constructor(context: ControllerContext, client: RestClient) {
    const { informers } = context;
    this.#env = context.env;
    this.#client = client;
    this.#queue = workQueue(context, name, 'resource_claim');
    this.#recorder = startRecorder(context, client, { component: 'resource_claim' });
    this.#pods = informers.forResource<Pod>(pods);
    this.#claims = informers.forResource<ResourceClaim>(resourceClaims);
    this.#templates = informers.forResource<ResourceClaimTemplate>(resourceClaimTemplates);
    this.#pods.addIndex(podsByClaim, claimKeysOf);
    this.#claims.addIndex(claimsByOwner, ({ metadata }) =>
      (metadata.ownerReferences ?? []).flatMap(({ kind, uid }) => (kind === 'Pod' ? [uid] : [])),
    );
    this.#release = new ClaimRelease(client, this.#pods.lister);
    this.#pods.addEventHandler({
      onAdd: (pod) => this.#enqueuePod(pod, false),
      onUpdate: (_old, pod) => this.#enqueuePod(pod, false),
      onDelete: (pod) => this.#enqueuePod(pod, true),
    });
    this.#claims.addEventHandler({
      onAdd: (claim) => this.#enqueueClaim(claim),
      onUpdate: (_old, claim) => this.#enqueueClaim(claim),
      onDelete: (claim) => this.#enqueueClaim(claim),
    });
  }

  *run(): Process {
    yield* waitForCaches(this.#pods, this.#claims, this.#templates);
    startWorkers(this.#env, this.#queue, (key) => this.#sync(key), { workers });
  }

  #enqueuePod(pod: Pod, deleted: boolean): void {
    if ((pod.spec.resourceClaims ?? []).length === 0) return;
    if (deleted) {
      this.#release.podDeleted(pod);
      this.#made.delete(pod.metadata.uid);
    }
    if (deleted || isPodDone(pod)) {
      for (const key of claimKeysOf(pod)) this.#queue.add(`${claimPrefix}${key}`);
    } else if (this.#needsWork(pod)) this.#queue.add(`${podPrefix}${metaNamespaceKey(pod)}`);
  }

  #enqueueClaim(claim: ResourceClaim): void {
    const key = metaNamespaceKey(claim);
    this.#queue.add(`${claimPrefix}${key}`);
    for (const pod of this.#pods.lister.byIndex(podsByClaim, key)) this.#enqueuePod(pod, false);
  }

  /** Source: podNeedsWork. */
  #needsWork(pod: Pod): boolean {
    return (pod.spec.resourceClaims ?? []).some((entry) => {
      const found = claimNameOf(pod, entry);
      // The claim was not made yet.
      if (!found.ok) return true;
      const { name: claimName, checkOwner } = found.value;
      if (claimName === undefined) return false;
      const claim = this.#claims.lister.get(`${pod.metadata.namespace}/${claimName}`);
      if (claim === undefined) return entry.resourceClaimTemplateName !== undefined;
      if (checkOwner && ownerError(pod, claim) !== undefined) return false;
      return needsReservation(pod, claim);
    });
  }

  *#sync(key: string): Process<SyncResult> {
    const isClaim = key.startsWith(claimPrefix);
    const object = key.slice((isClaim ? claimPrefix : podPrefix).length);
    if (!isClaim) return yield* this.#syncPod(object);
    const claim = this.#claims.lister.get(object);
    return claim === undefined ? undefined : yield* this.#release.sync(claim);
  }

  /** Source: syncPod. */
  *#syncPod(key: string): Process<SyncResult> {
    const pod = this.#pods.lister.get(key);
    if (pod === undefined || pod.metadata.deletionTimestamp !== undefined) return undefined;
    const made = new Map<string, string>();
    for (const entry of this.#env.sim.inTurn(pod.spec.resourceClaims ?? [])) {
      const failed = yield* this.#handleClaim(pod, entry, made);
      if (failed === undefined) continue;
      const message = `PodResourceClaim ${entry.name}: ${failed.message}`;
      this.#recorder.event(pod, 'Warning', 'FailedResourceClaimCreation', message);
      return { ...failed, message: `pod ${key}, ${message}` };
    }
    if (made.size > 0) {
      const failed = yield* this.#tellPod(pod, made);
      if (failed !== undefined) return failed;
    }
    return (pod.spec.nodeName ?? '') === '' ? undefined : yield* this.#reserve(pod);
  }

  /** Makes the claim of an entry if it has none. Source: handleClaim. */
  *#handleClaim(pod: Pod, entry: PodResourceClaim, made: Map<string, string>): Process<SyncResult> {
    const { namespace } = pod.metadata;
    const known = claimNameOf(pod, entry);
    if (known.ok) {
      const { name: claimName, checkOwner } = known.value;
      if (claimName === undefined) return undefined;
      const claim = this.#claims.lister.get(`${namespace}/${claimName}`);
      if (claim !== undefined) {
        const message = checkOwner ? ownerError(pod, claim) : undefined;
        return message === undefined ? undefined : { message };
      }
    }
    const { resourceClaimTemplateName: from } = entry;
    if (from === undefined) return undefined;
    const present = this.#claimOf(pod, entry);
    if (present !== undefined) {
      made.set(entry.name, present.metadata.name);
      return undefined;
    }
    const template = this.#templates.lister.get(`${namespace}/${from}`);
    if (template === undefined) {
      const missing = `resourceclaimtemplate.resource.k8s.io "${from}" not found`;
      return { message: `resource claim template "${from}": ${missing}` };
    }
    const body = claimFromTemplate(pod, entry, template);
    const created = yield* this.#client.create<ResourceClaim>(resourceClaims, body, { namespace });
    if (!created.ok) {
      const failed = apiError(created.error);
      return { ...failed, message: `create ResourceClaim : ${failed.message}` };
    }
    const { uid } = pod.metadata;
    this.#made.set(uid, [...(this.#made.get(uid) ?? []), created.value]);
    made.set(entry.name, created.value.metadata.name);
    return undefined;
  }

  /** A claim that was made before, for an entry of the pod. Source: findPodResourceClaim. */
  #claimOf(pod: Pod, entry: PodResourceClaim): ResourceClaim | undefined {
    const { uid } = pod.metadata;
    const seen = this.#claims.lister.byIndex(claimsByOwner, uid);
    return [...seen, ...(this.#made.get(uid) ?? [])].find(
      ({ metadata }) => metadata.annotations?.[podClaimAnnotation] === entry.name,
    );
  }

  /** Writes the names of new claims into the pod's status, as a server-side apply. */
  *#tellPod(pod: Pod, made: ReadonlyMap<string, string>): Process<SyncResult> {
    const { namespace, name: podName } = pod.metadata;
    const names = new Map(
      (pod.status?.resourceClaimStatuses ?? []).map((one) => [one.name, one.resourceClaimName]),
    );
    for (const [entry, claim] of made) names.set(entry, claim);
    const resourceClaimStatuses = [...names].map(([entry, resourceClaimName]) => ({
      name: entry,
      ...(resourceClaimName !== undefined && { resourceClaimName }),
    }));
    const body = {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: podName, namespace },
      status: { resourceClaimStatuses },
    };
    const query = { fieldManager: 'ResourceClaimController', force: true };
    const target = { namespace, name: podName, subresource: 'status', query };
    const type = 'application/apply-patch+yaml';
    const answer = yield* this.#client.patch<Pod>(pods, type, body, target);
    if (answer.ok) return undefined;
    const failed = apiError(answer.error);
    const what = `update pod ${namespace}/${podName} ResourceClaimStatuses`;
    return { ...failed, message: `${what}: ${failed.message}` };
  }

  /** For a pod that somebody else gave its node. */
  *#reserve(pod: Pod): Process<SyncResult> {
    for (const key of this.#env.sim.inTurn(claimKeysOf(pod))) {
      const claim = this.#claims.lister.get(key);
      if (claim === undefined || !needsReservation(pod, claim)) continue;
      const { namespace, name: claimName } = claim.metadata;
      const answer = yield* this.#client.update(resourceClaims, reservedFor(pod, claim), {
        ...{ namespace, name: claimName },
        subresource: 'status',
      });
      if (answer.ok || isNotFound(answer.error)) continue;
      const failed = apiError(answer.error);
      const what = `reserve claim ${key} for pod`;
      return { ...failed, message: `${what}: ${failed.message}` };
    }
    return undefined;
  }
}

/** Source: the second half of podNeedsWork. */
const needsReservation = (pod: Pod, claim: ResourceClaim): boolean =>
  (pod.spec.nodeName ?? '') !== '' &&
  claim.status?.allocation !== undefined &&
  !isReservedForPod(pod, claim) &&
  canBeReserved(claim);
