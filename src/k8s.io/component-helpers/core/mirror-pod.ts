/** The API server's copy of a static pod. Source: pkg/apis/core annotation_key_constants.go. */
import type { Pod } from '#k8s.io/api/core/v1';

/** Its value is the UID under which the kubelet knows the static pod. */
export const mirrorAnnotation = 'kubernetes.io/config.mirror';

export const isMirrorPod = ({ metadata }: Pick<Pod, 'metadata'>): boolean =>
  metadata.annotations?.[mirrorAnnotation] !== undefined;
