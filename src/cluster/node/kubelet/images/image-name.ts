/**
 * The name under which a container's image is asked for.
 * Models kubernetes/pkg/kubelet/images applyDefaultImageTag.
 */
import { err, ok, type Result } from '#base/result';
import { parseImageReference } from '#k8s.io/apimachinery/image-reference';

/** `nginx` becomes `nginx:latest`; a name with tag or digest stays. */
export function applyDefaultImageTag(image: string): Result<string, string> {
  const reference = parseImageReference(image);
  if (reference !== undefined) {
    const named = reference.tag !== undefined || reference.digest !== undefined;
    return ok(named ? image : `${image}:latest`);
  }
  const upper = /[A-Z]/.test(image.replace(/[:@][^/]*$/, ''));
  const detail = upper ? ': repository name must be lowercase' : '';
  const reason = `invalid reference format${detail}`;
  return err(`couldn't parse image name "${image}": ${reason}`);
}
