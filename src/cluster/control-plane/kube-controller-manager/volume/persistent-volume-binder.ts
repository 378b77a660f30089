/**
 * Binds claims to volumes, and reclaims volumes.
 *
 * Models kubernetes/pkg/controller/volume/persistentvolume pv_controller.go. In: claims, volumes
 * and storage classes from the shared informers. Out: both ends of a binding, phases, events. A
 * volume is written before its claim, so that no two claims get the same one.
 */
import { err, ok, type Result } from '#base/result';
import { second } from '#base/sim-time';
import type { Environment } from '#cluster/environment';
import type { PersistentVolume, PersistentVolumeClaim, Pod } from '#k8s.io/api/core/v1';
import type { StorageClass } from '#k8s.io/api/storage/v1';
import {
  persistentVolumeClaims,
  persistentVolumes,
  pods,
  storageClasses,
} from '#k8s.io/client-go/rest/resource';
import type { RestClient } from '#k8s.io/client-go/rest/rest-client';
import { OwnWrites } from '#k8s.io/client-go/tools/cache/own-writes';
import type { SharedInformer } from '#k8s.io/client-go/tools/cache/shared-informer';
import { metaNamespaceKey } from '#k8s.io/client-go/tools/cache/store';
import type { RateLimitingQueue } from '#k8s.io/client-go/util/workqueue/rate-limiting-queue';
import { isPodTerminal } from '#k8s.io/component-helpers/core/pod-phase';
import {
  defaultClassAnnotations,
  hasClass,
  newestDefault,
} from '#k8s.io/component-helpers/storage/default-class';
import type { Process } from '#sim/simulation';
import {
  type Controller,
  type ControllerContext,
  controllerDescriptor,
  startRecorder,
  workQueue,
} from '../app/controller-context.ts';
import {
  type SyncError,
  type SyncResult,
  startWorkers,
  waitForCaches,
} from '../controller/workers.ts';
import { Binding } from './binding.ts';
import { bestVolumeFor, classOf, isVolumeBoundToClaim, mismatchOf } from './match-volume.ts';
import { claimIndex, claimsOf } from './pods-of-claim.ts';
import { provision } from './provision.ts';
import { reclaim } from './reclaim.ts';

const name = 'persistentvolume-binder-controller';
/** Source: --pvclaimbinder-sync-period. Only what waits is synced again. */
const syncPeriod = 15 * second;

const bindCompleted = 'pv.kubernetes.io/bind-completed';
const selectedNode = 'volume.kubernetes.io/selected-node';

export const persistentVolumeBinderController = controllerDescriptor(
  name,
  (context, client) => new PersistentVolumeController(context, client),
  { serviceAccount: 'persistent-volume-binder' },
);

class PersistentVolumeController implements Controller {
  readonly #env: Environment;
  readonly #binding: Binding;
  readonly #claimInformer: SharedInformer<PersistentVolumeClaim>;
  readonly #volumeInformer: SharedInformer<PersistentVolume>;
  readonly #classes: SharedInformer<StorageClass>;
  readonly #pods: SharedInformer<Pod>;
  readonly #claims: OwnWrites<PersistentVolumeClaim>;
  readonly #volumes: OwnWrites<PersistentVolume>;
  readonly #claimQueue: RateLimitingQueue;
  readonly #volumeQueue: RateLimitingQueue;

  constructor(context: ControllerContext, client: RestClient) {
    const { env, informers } = context;
    this.#env = env;
    this.#claimInformer = informers.forResource<PersistentVolumeClaim>(persistentVolumeClaims);
    this.#volumeInformer = informers.forResource<PersistentVolume>(persistentVolumes);
    this.#classes = informers.forResource<StorageClass>(storageClasses);
    this.#pods = informers.forResource<Pod>(pods);
    this.#pods.addIndex(claimIndex, claimsOf);
    this.#claims = new OwnWrites(this.#claimInformer.lister);
    this.#volumes = new OwnWrites(this.#volumeInformer.lister);
    this.#claimQueue = workQueue(context, name, 'claims');
    this.#volumeQueue = workQueue(context, name, 'volumes');
    this.#binding = new Binding({
      client,
      recorder: startRecorder(context, client, { component: 'persistentvolume-controller' }),
      claims: this.#claims,
      volumes: this.#volumes,
      now: () => env.sim.now,
    });
    this.#register();
  }

  *run(): Process {
    yield* waitForCaches(this.#volumeInformer, this.#claimInformer, this.#classes, this.#pods);
    const env = this.#env;
    startWorkers(env, this.#volumeQueue, (key) => this.#syncVolume(key), { workers: 1 });
    startWorkers(env, this.#claimQueue, (key) => this.#syncClaim(key), { workers: 1 });
  }

  #register(): void {
    const claim = (one: PersistentVolumeClaim): void => this.#claimQueue.add(metaNamespaceKey(one));
    const volume = (one: PersistentVolume): void => this.#volumeQueue.add(one.metadata.name);
    this.#claimInformer.addEventHandler({
      onAdd: claim,
      onUpdate: (_old, one) => claim(one),
      // The volume of a deleted claim is released.
      onDelete: ({ spec }) => {
        const { volumeName = '' } = spec ?? {};
        if (volumeName !== '') this.#volumeQueue.add(volumeName);
      },
    });
    this.#volumeInformer.addEventHandler({
      onAdd: volume,
      onUpdate: (_old, one) => volume(one),
      onDelete: ({ spec }) => {
        const { claimRef } = spec;
        if (claimRef !== undefined) this.#claimQueue.add(`${claimRef.namespace}/${claimRef.name}`);
      },
    });
  }

  *#syncClaim(key: string): Process<SyncResult> {
    const claim = this.#claims.get(key);
    if (claim === undefined) return undefined;
    const isBound = claim.metadata.annotations?.[bindCompleted] !== undefined;
    const done = isBound ? yield* this.#syncBound(claim) : yield* this.#syncUnbound(claim);
    if (!done.ok) return done.error;
    if (done.value === 'pending') this.#claimQueue.addAfter(key, syncPeriod);
    return undefined;
  }

  /** Source: syncUnboundClaim. */
  *#syncUnbound(claim: PersistentVolumeClaim): Process<Result<'done' | 'pending', SyncError>> {
    const { volumeName = '' } = claim.spec ?? {};
    if (volumeName === '') return yield* this.#findVolume(claim);
    const volume = this.#volumes.get(volumeName);
    if (volume !== undefined) {
      if (volume.spec.claimRef === undefined) {
        const mismatch = mismatchOf(volume, claim);
        if (mismatch === undefined) return finished(yield* this.#binding.bind(volume, claim));
        const message = `Cannot bind to requested volume "${volumeName}": ${mismatch}`;
        this.#binding.event(claim, 'Warning', 'VolumeMismatch', message);
      } else if (isVolumeBoundToClaim(volume, claim)) {
        return finished(yield* this.#binding.bind(volume, claim));
      } else {
        const message = `volume "${volumeName}" already bound to a different claim.`;
        this.#binding.event(claim, 'Warning', 'FailedBinding', message);
      }
    }
    return yield* this.#stayPending(claim);
  }

  *#findVolume(claim: PersistentVolumeClaim): Process<Result<'done' | 'pending', SyncError>> {
    const className = classOf(claim);
    const storageClass = className === '' ? undefined : this.#classes.lister.get(className);
    const node = claim.metadata.annotations?.[selectedNode];
    const waits = storageClass?.volumeBindingMode === 'WaitForFirstConsumer';
    const delayed = waits && node === undefined;
    const volume = bestVolumeFor(claim, this.#volumes.list(), delayed);
    if (volume !== undefined) return finished(yield* this.#binding.bind(volume, claim));
    const assigned = yield* this.#assignDefaultClass(claim);
    if (!assigned.ok || assigned.value) return finished(assigned);
    if (delayed) this.#recordWhoIsAwaited(claim);
    else if (className === '') {
      const message = 'no persistent volumes available for this claim and no storage class is set';
      this.#binding.event(claim, 'Normal', 'FailedBinding', message);
    } else {
      const failed = yield* provision(this.#binding, claim, className, storageClass);
      if (failed !== undefined) return err(failed);
    }
    return yield* this.#stayPending(this.#claims.get(metaNamespaceKey(claim)) ?? claim);
  }

  /**
   * A claim that is older than the default class gets it later. Returns whether the claim was
   * written; if so, its update is synced. Source: assignDefaultStorageClass.
   */
  *#assignDefaultClass(claim: PersistentVolumeClaim): Process<Result<boolean, SyncError>> {
    if (hasClass(claim)) return ok(false);
    const chosen = newestDefault(this.#classes.lister.list(), defaultClassAnnotations);
    if (chosen === undefined) return ok(false);
    const spec = { ...claim.spec, storageClassName: chosen.metadata.name };
    const written = yield* this.#binding.updateClaim({ ...claim, spec });
    return written.ok ? ok(true) : written;
  }

  /** Source: emitEventForUnboundDelayBindingClaim. */
  #recordWhoIsAwaited(claim: PersistentVolumeClaim): void {
    const waiting = this.#pods.lister
      .byIndex(claimIndex, metaNamespaceKey(claim))
      .filter((pod) => !isPodTerminal(pod) && (pod.spec.nodeName ?? '') === '')
      .map(({ metadata }) => metadata.name);
    if (waiting.length === 0) {
      const message = 'waiting for first consumer to be created before binding';
      this.#binding.event(claim, 'Normal', 'WaitForFirstConsumer', message);
      return;
    }
    const who = `${waiting.length > 1 ? 'pods' : 'pod'} ${waiting.join(',')}`;
    const message = `waiting for ${who} to be scheduled`;
    this.#binding.event(claim, 'Normal', 'WaitForPodScheduled', message);
  }

  *#stayPending(claim: PersistentVolumeClaim): Process<Result<'pending', SyncError>> {
    const written = yield* this.#binding.setClaimPhase(claim, 'Pending', undefined);
    return written.ok ? ok('pending') : written;
  }

  /** Source: syncBoundClaim. */
  *#syncBound(claim: PersistentVolumeClaim): Process<Result<'done', SyncError>> {
    const { volumeName = '' } = claim.spec ?? {};
    const lost = (reason: string, message: string) => this.#binding.lose(claim, reason, message);
    if (volumeName === '') {
      const what = 'Bound claim has lost reference to PersistentVolume';
      return finished(yield* lost('ClaimLost', `${what}. Data on the volume is lost!`));
    }
    const volume = this.#volumes.get(volumeName);
    if (volume === undefined) {
      const what = 'Bound claim has lost its PersistentVolume';
      return finished(yield* lost('ClaimLost', `${what}. Data on the volume is lost!`));
    }
    const { claimRef } = volume.spec;
    if (claimRef === undefined || claimRef.uid === claim.metadata.uid) {
      return finished(yield* this.#binding.bind(volume, claim));
    }
    const what = 'Two claims are bound to the same volume, this one is bound incorrectly';
    return finished(yield* lost('ClaimMisbound', what));
  }

  /** Source: syncVolume. */
  *#syncVolume(key: string): Process<SyncResult> {
    const volume = this.#volumes.get(key);
    if (volume === undefined) return undefined;
    const { claimRef } = volume.spec;
    if (claimRef?.uid === undefined || claimRef.uid === '') {
      // The volume is free, or reserved for a claim whose sync will bind it.
      const written = yield* this.#binding.setVolumePhase(volume, 'Available');
      return written.ok ? undefined : written.error;
    }
    const claimKey = `${claimRef.namespace}/${claimRef.name}`;
    const found = this.#claims.get(claimKey);
    const claim = found?.metadata.uid === claimRef.uid ? found : undefined;
    if (claim === undefined) {
      const { phase } = volume.status ?? {};
      const isReleased = phase === 'Released' || phase === 'Failed';
      const released = isReleased
        ? ok(volume)
        : yield* this.#binding.setVolumePhase(volume, 'Released');
      return released.ok ? yield* reclaim(this.#binding, released.value) : released.error;
    }
    const { volumeName = '' } = claim.spec ?? {};
    if (volumeName === '') {
      this.#claimQueue.add(claimKey);
      return undefined;
    }
    const done =
      volumeName === key
        ? yield* this.#binding.setVolumePhase(volume, 'Bound')
        : yield* this.#binding.unbind(volume);
    return done.ok ? undefined : done.error;
  }
}

const finished = (done: Result<unknown, SyncError>): Result<'done', SyncError> =>
  done.ok ? ok('done') : done;
