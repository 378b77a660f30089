/** The claims a pod mounts, generic ephemeral volumes included. Source: podHasPVCs. */
import type { Pod } from '#k8s.io/api/core/v1';

export function claimNamesOf(pod: Pod): readonly string[] {
  const { volumes } = pod.spec;
  if (volumes === undefined) return [];
  return volumes.flatMap((volume) => {
    if (volume.persistentVolumeClaim !== undefined) return volume.persistentVolumeClaim.claimName;
    return volume.ephemeral === undefined ? [] : `${pod.metadata.name}-${volume.name}`;
  });
}
