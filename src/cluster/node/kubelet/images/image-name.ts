/**
 * Image names: the default tag, and what makes a name invalid.
 * Models kubernetes/pkg/kubelet/images applyDefaultImageTag with distribution/reference.
 */
import { err, ok, type Result } from '#base/result';

const component = '[a-z0-9]+(?:(?:[._]|__|-+)[a-z0-9]+)*';
const domain = '(?:[a-zA-Z0-9](?:[a-zA-Z0-9-]*[a-zA-Z0-9])?)(?:\\.[a-zA-Z0-9-]+)*(?::[0-9]+)?';
const reference = new RegExp(
  `^(?:${domain}/)?${component}(?:/${component})*(:[\\w][\\w.-]{0,127})?(@[a-z0-9]+:[0-9a-f]{32,})?$`,
);

/** `nginx` becomes `nginx:latest`; a name with tag or digest stays. */
export function applyDefaultImageTag(image: string): Result<string, string> {
  const match = reference.exec(image);
  if (match === null) {
    const reason = /[A-Z]/.test(image.replace(/:[^/]*$/, ''))
      ? 'repository name must be lowercase'
      : 'invalid reference format';
    return err(`couldn't parse image name "${image}": invalid reference format${
      reason === 'invalid reference format' ? '' : `: ${reason}`
    }`);
  }
  return ok(match[1] === undefined && match[2] === undefined ? `${image}:latest` : image);
}
