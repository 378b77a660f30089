/** The image half of the CRI: list, status, pull, remove. */

import { err, ok } from '#base/result';
import { ms } from '#base/sim-time';
import type {
  CriResult,
  FilesystemUsage,
  ImageService,
  ImageSpec,
  ImageStatus,
  PodSandboxConfig,
} from '#k8s.io/cri-api/runtime';
import type { Process } from '#sim/simulation';
import type { ContainerdContext } from '../containerd-context.ts';
import { filesystemUsage } from '../cri/stats.ts';
import { pullImage } from './pull-image.ts';

export class CriImageService implements ImageService {
  readonly #context: ContainerdContext;

  constructor(context: ContainerdContext) {
    this.#context = context;
  }

  *listImages(): Process<CriResult<readonly ImageStatus[]>> {
    return ok(this.#context.state.images.list());
  }

  *imageStatus({ image }: ImageSpec): Process<CriResult<ImageStatus | undefined>> {
    yield* this.#context.work(ms(0.4), ms(0.8));
    return ok(this.#context.state.images.find(image)?.status);
  }

  *pullImage(
    { image }: ImageSpec,
    sandboxConfig: PodSandboxConfig,
  ): Process<CriResult<{ readonly imageRef: string }>> {
    const { namespace, name } = sandboxConfig.metadata;
    const pulled = yield* pullImage(this.#context, image, `${namespace}/${name}`);
    return pulled.ok ? ok({ imageRef: pulled.value.status.id }) : err(pulled.error);
  }

  /** Removing what is not there is no error. */
  *removeImage({ image }: ImageSpec): Process<CriResult<undefined>> {
    yield* this.#context.work(ms(3), ms(4));
    const { state, host } = this.#context;
    const size = state.images.find(image)?.status.size ?? 0;
    if (state.images.remove(image)) host.takeDisk(-size);
    return ok(undefined);
  }

  imageFsInfo(): FilesystemUsage {
    return filesystemUsage(this.#context);
  }
}
