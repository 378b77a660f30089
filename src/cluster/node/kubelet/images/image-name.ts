/**
 * The name under which a container's image is asked for.
 * Models kubernetes/pkg/kubelet/images applyDefaultImageTag.
 */
import { err, ok, type Result } from '#base/result';
import { imageReferenceError, parseImageReference } from '#k8s.io/apimachinery/image-reference';

/** `nginx` becomes `nginx:latest`; a name with tag or digest stays. */
export function applyDefaultImageTag(image: string): Result<string, string> {
  const reference = parseImageReference(image);
  if (reference !== undefined) {
    const named = reference.tag !== undefined || reference.digest !== undefined;
    return ok(named ? image : `${image}:latest`);
  }
  return err(`couldn't parse image name "${image}": ${imageReferenceError(image)}`);
}
