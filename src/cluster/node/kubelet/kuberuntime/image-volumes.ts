/**
 * Volumes that are images: the kubelet brings the image onto the node, the runtime mounts it.
 *
 * Models kubernetes/pkg/kubelet/kuberuntime/kuberuntime_manager.go getImageVolumes and
 * toKubeContainerImageVolumes. In: a pod. Out: for each such volume its image, or why it is not
 * there.
 */
import { err, ok, type Result } from '#base/result';
import type { Container, Pod } from '#k8s.io/api/core/v1';
import type { ImageSpec, PodSandboxConfig } from '#k8s.io/cri-api/runtime';
import type { Process } from '#sim/simulation';
import type { ImageError, ImageManager } from '../images/image-manager.ts';

/** By the name of the volume. */
export type ImageVolumes = ReadonlyMap<string, Result<ImageSpec, ImageError>>;

const none: ImageVolumes = new Map();

export function* imageVolumes(
  images: ImageManager,
  pod: Pod,
  sandboxConfig: PodSandboxConfig,
): Process<ImageVolumes> {
  const volumes = (pod.spec.volumes ?? []).filter(({ image }) => image !== undefined);
  if (volumes.length === 0) return none;
  const found = new Map<string, Result<ImageSpec, ImageError>>();
  for (const { name, image: { reference = '', pullPolicy } = {} } of volumes) {
    const user = { image: reference, ...(pullPolicy && { imagePullPolicy: pullPolicy }) };
    const image = yield* images.ensureImageExists(pod, user, sandboxConfig);
    found.set(name, image.ok ? ok({ image: image.value, userSpecifiedImage: reference }) : image);
  }
  return found;
}

/** The images that a container mounts, by volume; or why the last one that is missing is. */
export function imagesFor(
  { volumeMounts = [] }: Container,
  volumes: ImageVolumes,
): Result<ReadonlyMap<string, ImageSpec>, ImageError> {
  const found = new Map<string, ImageSpec>();
  let missing: ImageError | undefined;
  for (const { name } of volumeMounts) {
    const image = volumes.get(name);
    if (image?.ok === true) found.set(name, image.value);
    else if (image !== undefined) missing = image.error;
  }
  return missing === undefined ? ok(found) : err(missing);
}
