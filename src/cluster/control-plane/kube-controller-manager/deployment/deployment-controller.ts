/**
 * The Deployment controller: creates ReplicaSets for a Deployment and rolls out from one to the
 * next.
 *
 * Models kubernetes/pkg/controller/deployment/deployment_controller.go. In: Deployments,
 * ReplicaSets and deletions of pods from the shared informers. Out: ReplicaSets created, scaled,
 * adopted, released and deleted; the Deployment's status; events.
 */

import type { Deployment, ReplicaSet } from '#k8s.io/api/apps/v1';
import type { Pod } from '#k8s.io/api/core/v1';
import { labelSelectorAsSelector, selectsEverything } from '#k8s.io/apimachinery/labels';
import { controllerOf } from '#k8s.io/apimachinery/meta/controller-ref';
import { deployments, pods, replicaSets } from '#k8s.io/client-go/rest/resource';
import type { RestClient } from '#k8s.io/client-go/rest/rest-client';
import type { SharedInformer } from '#k8s.io/client-go/tools/cache/shared-informer';
import { metaNamespaceKey } from '#k8s.io/client-go/tools/cache/store';
import { isPodTerminal } from '#k8s.io/component-helpers/core/pod-phase';
import type { Process } from '#sim/simulation';
import {
  type Controller,
  type ControllerContext,
  controllerDescriptor,
  startRecorder,
  workQueue,
} from '../app/controller-context.ts';
import { ControllerRefManager } from '../controller/controller-ref-manager.ts';
import { OwnerLookup } from '../controller/owner-lookup.ts';
import { indexByController, ownedBy, ownedOrOrphaned } from '../controller/owners.ts';
import { isNamespaceTerminating } from '../controller/pod-control.ts';
import { apiError, type SyncResult, startWorkers, waitForCaches } from '../controller/workers.ts';
import { DeploymentSync, type DeploymentTools } from './deployment-sync.ts';
import { checkPaused, syncStatus } from './progress.ts';
import { rolloutRecreate } from './recreate.ts';
import { rolloutRolling } from './rolling.ts';
import { syncScale } from './scale.ts';
import { isScalingEvent, setsAndRevision } from './sync.ts';

const name = 'deployment-controller';
const workers = 5;
/** After so many failures a key is dropped until something changes. */
const maxRetries = 15;

export const deploymentController = controllerDescriptor(
  name,
  (context, client) => new DeploymentController(context, client),
);

class DeploymentController implements Controller {
  readonly #tools: DeploymentTools;
  readonly #deployments: SharedInformer<Deployment>;
  readonly #sets: SharedInformer<ReplicaSet>;
  readonly #pods: SharedInformer<Pod>;
  readonly #owners: OwnerLookup<Deployment>;
  readonly #refManager: ControllerRefManager<ReplicaSet>;

  constructor(context: ControllerContext, client: RestClient) {
    const { env, informers } = context;
    this.#deployments = informers.forResource<Deployment>(deployments);
    this.#sets = informers.forResource<ReplicaSet>(replicaSets);
    this.#pods = informers.forResource<Pod>(pods);
    this.#owners = new OwnerLookup('Deployment', this.#deployments, ({ spec }) => spec.selector);
    this.#refManager = new ControllerRefManager<ReplicaSet>(env, client, replicaSets);
    this.#tools = {
      env,
      client,
      recorder: startRecorder(context, client, { component: name }),
      queue: workQueue(context, name, 'deployment'),
      sets: this.#sets.lister,
      hasLivePods: (set) =>
        ownedBy(this.#pods.lister, set.metadata.uid).some((pod) => !isPodTerminal(pod)),
    };
    this.#register();
  }

  *run(): Process {
    yield* waitForCaches(this.#deployments, this.#sets, this.#pods);
    const { env, queue } = this.#tools;
    startWorkers(env, queue, (key) => this.syncDeployment(key), {
      workers,
      maxRetries,
      forgives: ({ status }) => isNamespaceTerminating(status),
    });
  }

  /** Source: deployment_controller.go syncDeployment. */
  *syncDeployment(key: string): Process<SyncResult> {
    const deployment = this.#deployments.lister.get(key);
    if (deployment === undefined) return undefined;
    const sync = new DeploymentSync(this.#tools, key, deployment, []);
    if (selectsEverything(labelSelectorAsSelector(deployment.spec.selector))) {
      return yield* this.#refuseEmptySelector(sync);
    }
    const selector = labelSelectorAsSelector(deployment.spec.selector);
    const claimed = yield* this.#refManager.claim(
      { object: deployment, resource: deployments, selector },
      ownedOrOrphaned(this.#sets.lister, deployment),
    );
    if (claimed.error !== undefined) return claimed.error;
    const result = yield* syncStep(
      new DeploymentSync(this.#tools, key, deployment, claimed.objects),
    );
    return result.ok ? undefined : apiError(result.error);
  }

  *#refuseEmptySelector(sync: DeploymentSync): Process<SyncResult> {
    const message = 'This deployment is selecting all pods. A non-empty selector is required.';
    sync.event('Warning', 'SelectingAll', message);
    const { status = {}, metadata } = sync.deployment;
    const { generation: observedGeneration = 0 } = metadata;
    if ((status.observedGeneration ?? 0) >= observedGeneration) return undefined;
    sync.setStatus({ ...status, observedGeneration });
    yield* sync.updateStatus();
    return undefined;
  }

  #register(): void {
    indexByController(this.#sets);
    indexByController(this.#pods);
    const enqueue = (deployment: Deployment): void => this.#enqueue(deployment);
    this.#deployments.addEventHandler({
      onAdd: enqueue,
      onUpdate: (_old, deployment) => enqueue(deployment),
      onDelete: enqueue,
    });
    this.#sets.addEventHandler({
      onAdd: (set) => this.#setAdded(set),
      onUpdate: (old, set) => this.#setUpdated(old, set),
      onDelete: (set) => this.#enqueue(this.#owners.ownerOf(set)),
    });
    this.#pods.addEventHandler({ onDelete: (pod) => this.#podDeleted(pod) });
  }

  #enqueue(deployment: Deployment | undefined): void {
    if (deployment !== undefined) this.#tools.queue.add(metaNamespaceKey(deployment));
  }

  #setAdded(set: ReplicaSet): void {
    if (controllerOf(set) !== undefined) this.#enqueue(this.#owners.ownerOf(set));
    else if (set.metadata.deletionTimestamp === undefined) {
      for (const deployment of this.#owners.adoptersOf(set)) this.#enqueue(deployment);
    }
  }

  #setUpdated(old: ReplicaSet, set: ReplicaSet): void {
    if (old.metadata.resourceVersion === set.metadata.resourceVersion) return;
    const { former, owner, adopters } = this.#owners.concernedBy(old, set);
    for (const deployment of [former, owner, ...adopters]) this.#enqueue(deployment);
  }

  /** With strategy Recreate, the end of the last old pod continues the rollout. */
  #podDeleted(pod: Pod): void {
    const owner = controllerOf(pod);
    if (owner?.kind !== 'ReplicaSet') return;
    const set = this.#sets.lister.get(`${pod.metadata.namespace}/${owner.name}`);
    if (set?.metadata.uid !== owner.uid) return;
    const [deployment] = this.#owners.adoptersOf(set);
    if (deployment?.spec.strategy?.type !== 'Recreate') return;
    const sets = ownedBy(this.#sets.lister, deployment.metadata.uid);
    const left = sets.some(({ metadata }) => ownedBy(this.#pods.lister, metadata.uid).length > 0);
    if (!left) this.#enqueue(deployment);
  }
}

/** Runs the kind of sync that this Deployment needs now. */
function* syncStep(sync: DeploymentSync) {
  if (sync.deployment.metadata.deletionTimestamp !== undefined) {
    const sets = yield* setsAndRevision(sync, false);
    return sets.ok ? yield* syncStatus(sync, sets.value) : sets;
  }
  const paused = yield* checkPaused(sync);
  if (!paused.ok) return paused;
  if (sync.deployment.spec.paused === true) return yield* syncScale(sync);
  const scaling = yield* isScalingEvent(sync);
  if (!scaling.ok) return scaling;
  if (scaling.value) return yield* syncScale(sync);
  return sync.deployment.spec.strategy?.type === 'Recreate'
    ? yield* rolloutRecreate(sync)
    : yield* rolloutRolling(sync);
}
