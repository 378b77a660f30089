/**
 * Requests a new volume for a claim with a storage class. Models provisionClaim of
 * kubernetes/pkg/controller/volume/persistentvolume/pv_controller.go: all provisioners are external
 * today, so the claim is marked for them and waits.
 */
import type { PersistentVolumeClaim } from '#k8s.io/api/core/v1';
import type { StorageClass } from '#k8s.io/api/storage/v1';
import type { Process } from '#sim/simulation';
import type { SyncResult } from '../controller/workers.ts';
import type { Binding } from './binding.ts';

const annotations = [
  'volume.beta.kubernetes.io/storage-provisioner',
  'volume.kubernetes.io/storage-provisioner',
];

export function* provision(
  binding: Binding,
  claim: PersistentVolumeClaim,
  className: string,
  storageClass: StorageClass | undefined,
): Process<SyncResult> {
  if (storageClass === undefined) {
    const message = `storageclass.storage.k8s.io "${className}" not found`;
    binding.event(claim, 'Warning', 'ProvisioningFailed', message);
    return undefined;
  }
  const { provisioner } = storageClass;
  if (provisioner.startsWith('kubernetes.io/')) {
    const message = `no volume plugin matched name: ${provisioner}`;
    binding.event(claim, 'Warning', 'ProvisioningFailed', message);
    return undefined;
  }
  if (annotations.some((name) => claim.metadata.annotations?.[name] !== provisioner)) {
    const marks = Object.fromEntries(annotations.map((name) => [name, provisioner]));
    const metadata = {
      ...claim.metadata,
      annotations: { ...claim.metadata.annotations, ...marks },
    };
    const marked = yield* binding.updateClaim({ ...claim, metadata });
    if (!marked.ok) return marked.error;
  }
  const who = `either by the external provisioner '${provisioner}'`;
  const message =
    `Waiting for a volume to be created ${who} or manually by the system administrator. ` +
    'If volume creation is delayed, please verify that the provisioner is running and correctly ' +
    'registered.';
  binding.event(claim, 'Normal', 'ExternalProvisioning', message);
  return undefined;
}
