/**
 * The hash by which the kubelet sees that a container's definition changed.
 * Models kubernetes/pkg/kubelet/container/helpers.go HashContainer: FNV-1a over the Go dump of the
 * bytes of `{"image":…,"name":…}`.
 */
import { fnv1a32 } from '#base/fnv';
import { encodeUtf8 } from '#base/utf8';
import type { Container } from '#k8s.io/api/core/v1';

const hashes = new Map<string, string>();

/** Eight hexadecimal digits at most, as the CRI annotation carries them. */
export function hashContainer(container: Container): string {
  const json = JSON.stringify({ image: container.image ?? '', name: container.name });
  let hash = hashes.get(json);
  if (hash === undefined) {
    const bytes = [...encodeUtf8(json)].join(' ');
    hash = fnv1a32(`([]uint8)[${bytes}]`).toString(16);
    hashes.set(json, hash);
  }
  return hash;
}
