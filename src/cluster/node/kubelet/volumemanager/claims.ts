/**
 * From the claim a pod names to the volume behind it.
 *
 * Models getPVCExtractPV and getPVSpec of
 * kubernetes/pkg/kubelet/volumemanager/populator/desired_state_of_world_populator.go. In: a volume
 * that is a claim. Out: its place on this node, or why it is not known yet.
 */
import { err, ok, type Result } from '#base/result';
import type {
  PersistentVolume,
  PersistentVolumeClaim,
  PersistentVolumeClaimVolumeSource,
  PersistentVolumeSpec,
  Pod,
  Volume,
} from '#k8s.io/api/core/v1';
import { persistentVolumeClaims, persistentVolumes } from '#k8s.io/client-go/rest/resource';
import type { Process } from '#sim/simulation';
import type { KubeletContext } from '../kubelet-context.ts';
import { hostPathSpec, type VolumeSpec } from './volume-plugins.ts';

/** Sources that are a directory on the node or are mounted as one. */
const plugins: readonly (readonly [keyof PersistentVolumeSpec, string])[] = [
  ['local', 'local-volume'],
  ['nfs', 'nfs'],
  ['iscsi', 'iscsi'],
  ['fc', 'fc'],
];

/** The claim behind a volume; an ephemeral volume's claim is named after the pod and the volume. */
export function claimOf(
  { metadata }: Pod,
  { name, persistentVolumeClaim, ephemeral }: Volume,
): PersistentVolumeClaimVolumeSource | undefined {
  if (ephemeral === undefined) return persistentVolumeClaim;
  return { claimName: `${metadata.name}-${name}` };
}

export function* claimedVolume(
  { client }: KubeletContext,
  pod: Pod,
  claimName: string,
  readOnly: boolean,
): Process<Result<VolumeSpec, string>> {
  const { namespace, uid } = pod.metadata;
  const what = `error processing PVC ${namespace}/${claimName}`;
  const target = { namespace, name: claimName };
  const claim = yield* client.get<PersistentVolumeClaim>(persistentVolumeClaims, target);
  if (!claim.ok) {
    return err(`${what}: failed to fetch PVC from API server: ${claim.error.message}`);
  }
  const { metadata, spec, status } = claim.value;
  if (metadata.deletionTimestamp !== undefined) return err(`${what}: PVC is being deleted`);
  const { volumeName: name = '' } = spec ?? {};
  if (status?.phase !== 'Bound' || name === '') return err(`${what}: PVC is not bound`);
  const volume = yield* client.get<PersistentVolume>(persistentVolumes, { name });
  if (!volume.ok) {
    return err(`${what}: failed to fetch PV ${name} from API server: ${volume.error.message}`);
  }
  const { hostPath } = volume.value.spec;
  if (hostPath !== undefined) return ok(hostPathSpec(hostPath, readOnly));
  const plugin = plugins.find(([source]) => volume.value.spec[source] !== undefined)?.[1];
  if (plugin === undefined) return err(driverMissing(volume.value));
  const root = `/var/lib/kubelet/pods/${uid}/volumes`;
  const path = `${root}/kubernetes.io~${plugin}/${name}`;
  return ok({ plugin: `kubernetes.io/${plugin}`, path, readOnly });
}

const driverMissing = ({ spec }: PersistentVolume): string =>
  spec.csi === undefined
    ? 'no volume plugin matched'
    : `driver name ${spec.csi.driver} not found in the list of registered CSI drivers`;
