/**
 * Writes both sides of a binding: the volume, its phase, the claim, its status, in this order.
 * Models bind, unbindVolume, updateClaimStatus and updateVolumePhase of
 * kubernetes/pkg/controller/volume/persistentvolume/pv_controller.go.
 */
import { defined } from '#base/defined';
import { ok, type Result } from '#base/result';
import { rfc3339 } from '#base/sim-time';
import type {
  PersistentVolume,
  PersistentVolumeClaim,
  PersistentVolumeClaimStatus,
} from '#k8s.io/api/core/v1';
import { deepEqual } from '#k8s.io/apimachinery/json-value';
import { persistentVolumeClaims, persistentVolumes } from '#k8s.io/client-go/rest/resource';
import type { ApiResult, RestClient } from '#k8s.io/client-go/rest/rest-client';
import type { OwnWrites } from '#k8s.io/client-go/tools/cache/own-writes';
import type { EventRecorder } from '#k8s.io/client-go/tools/record/event-recorder';
import type { Process } from '#sim/simulation';
import { apiError, type SyncError } from '../controller/workers.ts';
import { isVolumeBoundToClaim } from './match-volume.ts';

const boundByController = 'pv.kubernetes.io/bound-by-controller';
const bindCompleted = 'pv.kubernetes.io/bind-completed';

type ClaimResult = Result<PersistentVolumeClaim, SyncError>;
type VolumeResult = Result<PersistentVolume, SyncError>;
type VolumePhase = NonNullable<NonNullable<PersistentVolume['status']>['phase']>;

export interface BindingOptions {
  readonly client: RestClient;
  readonly recorder: EventRecorder;
  readonly claims: OwnWrites<PersistentVolumeClaim>;
  readonly volumes: OwnWrites<PersistentVolume>;
  readonly now: () => number;
}

export class Binding {
  readonly #options: BindingOptions;

  constructor(options: BindingOptions) {
    this.#options = options;
  }

  get client(): RestClient {
    return this.#options.client;
  }

  event(
    object: PersistentVolume | PersistentVolumeClaim,
    type: 'Normal' | 'Warning',
    reason: string,
    message: string,
  ): void {
    this.#options.recorder.event(object, type, reason, message);
  }

  /** Source: bind. What is already correct is not written. */
  *bind(volume: PersistentVolume, claim: PersistentVolumeClaim): Process<ClaimResult> {
    const taken = yield* this.#bindVolume(volume, claim);
    if (!taken.ok) return taken;
    const phased = yield* this.setVolumePhase(taken.value, 'Bound');
    if (!phased.ok) return phased;
    const bound = yield* this.#bindClaim(claim, phased.value);
    return bound.ok ? yield* this.setClaimPhase(bound.value, 'Bound', phased.value) : bound;
  }

  *#bindVolume(volume: PersistentVolume, claim: PersistentVolumeClaim): Process<VolumeResult> {
    const { uid, name, namespace, resourceVersion } = claim.metadata;
    const isMeant = isVolumeBoundToClaim(volume, claim);
    const { annotations } = volume.metadata;
    const marked = isMeant || annotations?.[boundByController] !== undefined;
    if (volume.spec.claimRef?.uid === uid && marked) return ok(volume);
    const { kind, apiVersion } = claim;
    const claimRef = { kind, namespace, name, uid, apiVersion, resourceVersion };
    const kept = volume.spec.claimRef?.uid === uid ? volume.spec.claimRef : claimRef;
    return yield* this.updateVolume({
      ...volume,
      metadata: {
        ...volume.metadata,
        ...(marked ? {} : { annotations: { ...annotations, [boundByController]: 'yes' } }),
      },
      spec: { ...volume.spec, claimRef: kept },
    });
  }

  *#bindClaim(claim: PersistentVolumeClaim, volume: PersistentVolume): Process<ClaimResult> {
    const { name: volumeName } = volume.metadata;
    const { annotations } = claim.metadata;
    const isChosen = claim.spec?.volumeName === volumeName;
    if (isChosen && annotations?.[bindCompleted] !== undefined) return ok(claim);
    return yield* this.updateClaim({
      ...claim,
      metadata: {
        ...claim.metadata,
        annotations: {
          ...annotations,
          [bindCompleted]: 'yes',
          ...(isChosen ? {} : { [boundByController]: 'yes' }),
        },
      },
      spec: { ...claim.spec, volumeName },
    });
  }

  /** Source: unbindVolume. */
  *unbind(volume: PersistentVolume): Process<VolumeResult> {
    const { claimRef, ...spec } = volume.spec;
    const { annotations, ...metadata } = volume.metadata;
    const { [boundByController]: own, ...others } = annotations ?? {};
    const { uid: _, ...reserved } = claimRef ?? {};
    // A reservation by a user stays.
    const body: PersistentVolume =
      own === undefined
        ? { ...volume, spec: { ...spec, claimRef: reserved } }
        : {
            ...volume,
            metadata: {
              ...metadata,
              ...(Object.keys(others).length === 0 ? {} : { annotations: others }),
            },
            spec,
          };
    const written = yield* this.updateVolume(body);
    return written.ok ? yield* this.setVolumePhase(written.value, 'Available') : written;
  }

  /** Source: updateClaimStatus. */
  *setClaimPhase(
    claim: PersistentVolumeClaim,
    phase: 'Bound' | 'Lost' | 'Pending',
    volume: PersistentVolume | undefined,
  ): Process<ClaimResult> {
    const { accessModes: _modes, capacity: _capacity, ...kept } = claim.status ?? {};
    const { accessModes, capacity } = volume?.spec ?? {};
    const status: PersistentVolumeClaimStatus = {
      ...kept,
      phase,
      ...defined({ accessModes, capacity }),
    };
    if (deepEqual(status, claim.status ?? {})) return ok(claim);
    return yield* this.updateClaim({ ...claim, status }, 'status');
  }

  /** The claim has lost its volume permanently. */
  *lose(claim: PersistentVolumeClaim, reason: string, message: string): Process<ClaimResult> {
    if (claim.status?.phase === 'Lost') return ok(claim);
    const written = yield* this.setClaimPhase(claim, 'Lost', undefined);
    if (written.ok) this.event(written.value, 'Warning', reason, message);
    return written;
  }

  /** Source: updateVolumePhase. */
  *setVolumePhase(
    volume: PersistentVolume,
    phase: VolumePhase,
    message = '',
  ): Process<VolumeResult> {
    if (volume.status?.phase === phase) return ok(volume);
    const status = {
      phase,
      ...(message === '' ? {} : { message }),
      lastPhaseTransitionTime: rfc3339(this.#options.now()),
    };
    return yield* this.updateVolume({ ...volume, status }, 'status');
  }

  *updateVolume(body: PersistentVolume, subresource = ''): Process<VolumeResult> {
    const target = { name: body.metadata.name, subresource };
    const { client, volumes } = this.#options;
    return kept(yield* client.update<PersistentVolume>(persistentVolumes, body, target), volumes);
  }

  *updateClaim(body: PersistentVolumeClaim, subresource = ''): Process<ClaimResult> {
    const { namespace, name } = body.metadata;
    const { client, claims } = this.#options;
    const target = { namespace, name, subresource };
    return kept(yield* client.update(persistentVolumeClaims, body, target), claims);
  }
}

function kept<T extends PersistentVolume | PersistentVolumeClaim>(
  answer: ApiResult<T>,
  cache: OwnWrites<T>,
): Result<T, SyncError> {
  return answer.ok ? ok(cache.wrote(answer.value)) : { ok: false, error: apiError(answer.error) };
}
