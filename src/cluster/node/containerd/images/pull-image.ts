/**
 * PullImage: the name becomes a manifest, its layers are fetched and unpacked.
 * Models containerd internal/cri/server/images/image_pull.go.
 */

import { err, ok } from '#base/result';
import { ms } from '#base/sim-time';
import type { CriResult } from '#k8s.io/cri-api/runtime';
import type { Process } from '#sim/simulation';
import type { ContainerdContext } from '../containerd-context.ts';
import { notFound } from '../runtime-error.ts';
import type { StoredImage } from './image-store.ts';
import { parseImageReference } from './reference.ts';

const unpackTime = { base: ms(28), jitter: ms(14) };
/** Writing down a name for an image that is there. */
const recordTime = { base: ms(4), jitter: ms(4) };

/** What is on the node is not fetched again, but the registry is always asked for the manifest. */
export function* pullImage(
  context: ContainerdContext,
  name: string,
  pod: string,
): Process<CriResult<StoredImage>> {
  const reference = parseImageReference(name);
  const { full } = reference;
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
    yield* context.registry.layer(reference, image);
    context.step('layer-fetched', pod, { image: full, bytes: image.sizeBytes });
    yield* context.work(unpackTime.base, unpackTime.jitter);
    context.step('image-unpacked', pod, {
      image: full,
      id: image.imageId,
      snapshotter: 'overlayfs',
    });
  } else yield* context.work(recordTime.base, recordTime.jitter);
  return ok(context.state.images.add(reference, image, false));
}
