/**
 * PullImage: the name becomes a manifest, its layers are fetched and unpacked.
 * Models containerd internal/cri/server/images/image_pull.go.
 */

import { err, ok } from '#base/result';
import { type Duration, ms, second } from '#base/sim-time';
import type { ImageConfig } from '#cluster/config/cluster-config';
import type { CriResult } from '#k8s.io/cri-api/runtime';
import type { Process } from '#sim/simulation';
import type { ContainerdContext } from '../containerd-context.ts';
import { notFound, unknownError } from '../runtime-error.ts';
import type { StoredImage } from './image-store.ts';
import { type ImageReference, parseImageReference } from './reference.ts';

const unpackTime = { base: ms(28), jitter: ms(14) };
/** The time to record a name for an image that is already there. */
const recordTime = { base: ms(4), jitter: ms(4) };

/** Compressed bytes that are unpacked and written in a second. */
const unpackedPerSecond = 60_000_000;

/** What unpacking takes beyond that of the small images of the recorded cluster. */
const unpackingOf = ({ layers = [] }: ImageConfig): Duration =>
  Math.round((layers.reduce((sum, { bytes }) => sum + bytes, 0) * second) / unpackedPerSecond);

const failedToPull = (full: string): string => `failed to pull and unpack image "${full}"`;

/** The HTTP client's error when nothing listens at the registry's address. */
function refused({ full, tag }: ImageReference): string {
  const [, host = '', repository = ''] = /^([^/]+)\/(.+?)(?::[^/]*|@.*)?$/.exec(full) ?? [];
  const server = host === 'docker.io' ? 'registry-1.docker.io' : host;
  const url = `https://${server}/v2/${repository}/manifests/${tag}`;
  const dial = `dial tcp: lookup ${server}: connect: connection refused`;
  return `failed to resolve reference "${full}": failed to do request: Head "${url}": ${dial}`;
}

/** Layers on the node are not fetched again, but the registry is always asked for the manifest. */
export function* pullImage(
  context: ContainerdContext,
  name: string,
  pod: string,
): Process<CriResult<StoredImage>> {
  const reference = parseImageReference(name);
  const { full } = reference;
  if (!context.registry.up) {
    yield* context.work(recordTime.base, recordTime.jitter);
    return err(unknownError(`${failedToPull(full)}: ${refused(reference)}`));
  }
  const image = yield* context.registry.manifest(reference);
  if (image === undefined) {
    return err(
      notFound(
        `failed to pull and unpack image "${full}": failed to resolve image: ${full}: not found`,
      ),
    );
  }
  context.step('image-resolved', pod, { image: full, digest: image.digest });
  if (context.state.images.find(image.imageId) === undefined) {
    yield* context.registry.layers(reference, image, ({ digest, bytes }) => {
      context.step('layer-fetched', pod, { image: full, bytes, digest });
    });
    if (!context.host.takeDisk(image.sizeBytes)) {
      const reason = 'failed to extract layer: write: no space left on device';
      return err(unknownError(`${failedToPull(full)}: ${reason}`));
    }
    yield* context.work(unpackTime.base + unpackingOf(image), unpackTime.jitter);
    context.step('image-unpacked', pod, {
      image: full,
      id: image.imageId,
      bytes: image.sizeBytes,
      snapshotter: 'overlayfs',
    });
  } else yield* context.work(recordTime.base, recordTime.jitter);
  return ok(context.state.images.add(reference, image, false));
}
