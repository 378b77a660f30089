/**
 * containerd of one node: sandboxes, containers and images for its kubelet.
 *
 * Models containerd 2 with its CRI plugin, shim and runc. In: CRI calls. Out: processes with their
 * namespaces, files and logs; every step of the way is a fact of `NODE/containerd`.
 */

import type { Environment } from '#cluster/environment';
import type { ContainerRuntime, ImageService, RuntimeService } from '#k8s.io/cri-api/runtime';
import type { Process } from '#sim/simulation';
import { ContainerdContext, type ContainerdOptions } from './containerd-context.ts';
import { pauseImage } from './cri/run-pod-sandbox.ts';
import { CriRuntimeService, runtimeVersion } from './cri/runtime-service.ts';
import { CriImageService } from './images/image-service.ts';
import { parseImageReference } from './images/reference.ts';

export class Containerd implements ContainerRuntime {
  readonly runtime: RuntimeService;
  readonly images: ImageService;
  readonly #context: ContainerdContext;

  constructor(env: Environment, options: ContainerdOptions) {
    this.#context = new ContainerdContext(env, options);
    this.runtime = new CriRuntimeService(this.#context);
    this.images = new CriImageService(this.#context);
    this.#preloadPause();
  }

  get relistVersion(): number {
    return this.#context.state.version;
  }

  /** Announces itself; all work is done in the calls of the kubelet and by containers. */
  *run(): Process {
    this.#context.env.tracer.emitRoot({
      type: 'ComponentStarted',
      component: this.#context.component,
      version: `v${runtimeVersion}`,
      flags: ['--config=/etc/containerd/config.toml'],
    });
  }

  /** SIGKILL to process 1 of every container of that name, as somebody on the node could send. */
  endProcessOf(containerName: string): void {
    for (const { config, task } of this.#context.state.containers.values()) {
      if (config.metadata.name === containerName) task?.kill('SIGKILL');
    }
  }

  /** A node comes with the sandbox image, pinned so that it is never collected. */
  #preloadPause(): void {
    const { registry, state } = this.#context;
    const reference = parseImageReference(pauseImage);
    const image = registry.lookUp(reference);
    if (image !== undefined) state.images.add(reference, image, true);
  }
}
