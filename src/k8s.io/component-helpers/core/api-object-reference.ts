/**
 * Whether a pod needs an API object, which a pod from a file may not.
 * Models HasAPIObjectReference of kubernetes/pkg/api/pod.
 */
import type { Container, Pod, Volume } from '#k8s.io/api/core/v1';

/** The resource that it refers to first, as the refusals name it. */
export function apiObjectReference({ spec }: Pod): string | undefined {
  if ((spec.serviceAccountName ?? '') !== '') return 'serviceaccounts';
  const { containers, initContainers = [], ephemeralContainers = [], volumes = [] } = spec;
  const all = [...initContainers, ...containers, ...ephemeralContainers] as readonly Container[];
  const pullSecrets = (spec.imagePullSecrets ?? []).length > 0;
  if (pullSecrets || all.some(needsSecret) || volumes.some(holdsSecret)) return 'secrets';
  if (all.some(needsConfigMap) || volumes.some(holdsConfigMap)) return 'configmaps';
  if ((spec.resourceClaims ?? []).length > 0) return 'resourceclaims';
  for (const volume of volumes) {
    const resource = resourceOf(volume);
    if (resource !== undefined) return resource;
  }
  return undefined;
}

const needsSecret = ({ env = [], envFrom = [] }: Container): boolean =>
  envFrom.some(({ secretRef }) => secretRef !== undefined) ||
  env.some(({ valueFrom }) => valueFrom?.secretKeyRef !== undefined);

const needsConfigMap = ({ env = [], envFrom = [] }: Container): boolean =>
  envFrom.some(({ configMapRef }) => configMapRef !== undefined) ||
  env.some(({ valueFrom }) => valueFrom?.configMapKeyRef !== undefined);

const holdsSecret = ({ secret, csi, projected }: Volume): boolean =>
  secret !== undefined ||
  csi?.nodePublishSecretRef !== undefined ||
  projected?.sources?.some((source) => source.secret !== undefined) === true;

const holdsConfigMap = ({ configMap, projected }: Volume): boolean =>
  configMap !== undefined ||
  projected?.sources?.some((source) => source.configMap !== undefined) === true;

function resourceOf({ csi, persistentVolumeClaim, ephemeral, projected }: Volume) {
  if (csi !== undefined) return 'csidrivers (via CSI volumes)';
  if (persistentVolumeClaim !== undefined) return 'persistentvolumeclaims';
  if (ephemeral !== undefined) return 'persistentvolumeclaims (via ephemeral volumes)';
  const sources = projected?.sources ?? [];
  if (sources.some(({ serviceAccountToken }) => serviceAccountToken !== undefined)) {
    return 'serviceaccounts (via projected volumes)';
  }
  if (sources.some((source) => source.clusterTrustBundle !== undefined)) {
    return 'clustertrustbundles';
  }
  if (sources.some((source) => source.podCertificate !== undefined)) return 'podcertificates';
  return undefined;
}
