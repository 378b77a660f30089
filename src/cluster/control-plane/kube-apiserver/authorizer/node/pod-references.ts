/**
 * The objects that a pod names and its kubelet needs to run it.
 *
 * Models kubernetes pkg/api/v1/pod VisitPodSecretNames, VisitPodConfigmapNames and the claims that
 * the Node authorizer's graph follows. Out: keys such as `secrets/default/tls`.
 */
import type { Container, EnvVar, Pod, Volume } from '#k8s.io/api/core/v1';

export function podReferences(pod: Pod): ReadonlySet<string> {
  const { namespace, name } = pod.metadata;
  const keys = new Set<string>();
  const add = (resource: string, target: string | undefined): void => {
    if (target !== undefined && target !== '') keys.add(`${resource}/${namespace}/${target}`);
  };
  add('serviceaccounts', pod.spec.serviceAccountName);
  for (const secret of pod.spec.imagePullSecrets ?? []) add('secrets', secret.name);
  const { containers, initContainers = [], ephemeralContainers = [] } = pod.spec;
  for (const container of [...initContainers, ...containers, ...ephemeralContainers]) {
    addContainer(container, add);
  }
  for (const volume of pod.spec.volumes ?? []) addVolume(volume, name, add);
  for (const claim of pod.spec.resourceClaims ?? []) add('resourceclaims', claim.resourceClaimName);
  for (const { resourceClaimName } of pod.status?.resourceClaimStatuses ?? []) {
    add('resourceclaims', resourceClaimName);
  }
  return keys;
}

type Add = (resource: string, name: string | undefined) => void;

function addContainer(container: Pick<Container, 'env' | 'envFrom'>, add: Add): void {
  for (const source of container.envFrom ?? []) {
    add('secrets', source.secretRef?.name);
    add('configmaps', source.configMapRef?.name);
  }
  for (const { valueFrom } of (container.env ?? []) as readonly EnvVar[]) {
    add('secrets', valueFrom?.secretKeyRef?.name);
    add('configmaps', valueFrom?.configMapKeyRef?.name);
  }
}

function addVolume(volume: Volume, pod: string, add: Add): void {
  add('secrets', volume.secret?.secretName);
  add('configmaps', volume.configMap?.name);
  add('persistentvolumeclaims', volume.persistentVolumeClaim?.claimName);
  if (volume.ephemeral !== undefined) add('persistentvolumeclaims', `${pod}-${volume.name}`);
  add('secrets', volume.csi?.nodePublishSecretRef?.name);
  for (const source of volume.projected?.sources ?? []) {
    add('secrets', source.secret?.name);
    add('configmaps', source.configMap?.name);
  }
}
