/**
 * Reclaims a volume whose claim is gone. Models reclaimVolume, recycleVolumeOperation and
 * deleteVolumeOperation of kubernetes/pkg/controller/volume/persistentvolume/pv_controller.go.
 */
import { assertUnreachable } from '#base/assert';
import type { PersistentVolume } from '#k8s.io/api/core/v1';
import { isNotFound } from '#k8s.io/apimachinery/errors';
import { persistentVolumes } from '#k8s.io/client-go/rest/resource';
import type { Process } from '#sim/simulation';
import { apiError, type SyncResult } from '../controller/workers.ts';
import type { Binding } from './binding.ts';

const provisionedBy = 'pv.kubernetes.io/provisioned-by';

export function* reclaim(binding: Binding, volume: PersistentVolume): Process<SyncResult> {
  if (volume.status?.phase === 'Failed') return undefined;
  const policy = volume.spec.persistentVolumeReclaimPolicy;
  switch (policy) {
    case 'Delete':
      return yield* deleteVolume(binding, volume);
    case 'Recycle':
      return yield* fail(
        binding,
        volume,
        'VolumeFailedRecycle',
        'No recycler plugin found for the volume!',
      );
    case 'Retain':
    case undefined:
      return undefined;
    default:
      return assertUnreachable(policy);
  }
}

function* deleteVolume(binding: Binding, volume: PersistentVolume): Process<SyncResult> {
  const { name, annotations, deletionTimestamp } = volume.metadata;
  if (deletionTimestamp !== undefined) return undefined;
  const provisioner = annotations?.[provisionedBy];
  // An external provisioner deletes the volumes that it created.
  if (provisioner !== undefined && !provisioner.startsWith('kubernetes.io/')) return undefined;
  const { hostPath } = volume.spec;
  if (hostPath === undefined) {
    const plugin = 'no deletable volume plugin matched';
    const message = `error getting deleter volume plugin for volume "${name}": ${plugin}`;
    return yield* fail(binding, volume, 'VolumeFailedDelete', message);
  }
  if (!/^\/tmp\/.+/.test(hostPath.path)) {
    const message = `host_path deleter only supports /tmp/.+ but received provided ${hostPath.path}`;
    return yield* fail(binding, volume, 'VolumeFailedDelete', message);
  }
  const gone = yield* binding.client.delete(persistentVolumes, { name });
  return gone.ok || isNotFound(gone.error) ? undefined : apiError(gone.error);
}

function* fail(
  binding: Binding,
  volume: PersistentVolume,
  reason: string,
  message: string,
): Process<SyncResult> {
  const written = yield* binding.setVolumePhase(volume, 'Failed', message);
  if (!written.ok) return written.error;
  binding.event(written.value, 'Warning', reason, message);
  return undefined;
}
