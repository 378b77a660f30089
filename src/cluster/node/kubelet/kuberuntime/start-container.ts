/**
 * Starts one container: image, configuration, create, start, postStart.
 *
 * Models kubernetes/pkg/kubelet/kuberuntime/kuberuntime_container.go startContainer. In: the pod's
 * sandbox and a container. Out: nothing, or the waiting reason with its message.
 */
import { defined } from '#base/defined';
import { err, ok, type Result } from '#base/result';
import type { Container, Pod } from '#k8s.io/api/core/v1';
import type { PodSandboxConfig } from '#k8s.io/cri-api/runtime';
import type { Process } from '#sim/simulation';
import { podKey } from '../container/names.ts';
import { findContainer, type RuntimePodStatus } from '../container/runtime-status.ts';
import type { EnvironmentSources } from '../envvars/environment.ts';
import type { ImageError, ImageManager } from '../images/image-manager.ts';
import type { KubeletContext } from '../kubelet-context.ts';
import type { HandlerRunner } from '../lifecycle/handlers.ts';
import type { MountedVolume } from '../volumemanager/volume-plugins.ts';
import { generateContainerConfig } from './container-config.ts';
import { type ImageVolumes, imagesFor } from './image-volumes.ts';
import type { ContainerKiller } from './kill-container.ts';

/** What SyncPod knows about the pod while it starts containers. */
export interface StartContext {
  readonly pod: Pod;
  readonly status: RuntimePodStatus;
  readonly sandboxId: string;
  readonly sandboxConfig: PodSandboxConfig;
  readonly environment: EnvironmentSources;
  readonly volume: (name: string) => MountedVolume | undefined;
  readonly imageVolumes: ImageVolumes;
  /** The restart count of a container whose runs were all removed. */
  readonly restarts: (container: string) => number;
}

export class ContainerStarter {
  readonly #context: KubeletContext;
  readonly #images: ImageManager;
  readonly #handlers: HandlerRunner;
  readonly #killer: ContainerKiller;

  constructor(
    context: KubeletContext,
    images: ImageManager,
    handlers: HandlerRunner,
    killer: ContainerKiller,
  ) {
    this.#context = context;
    this.#images = images;
    this.#handlers = handlers;
    this.#killer = killer;
  }

  *start(on: StartContext, container: Container): Process<Result<undefined, ImageError>> {
    const { pod } = on;
    const volumes = imagesFor(container, on.imageVolumes);
    if (!volumes.ok) return this.#failed(pod, container, volumes.error, volumes.error.reason);
    const image = yield* this.#images.ensureImageExists(pod, container, on.sandboxConfig);
    if (!image.ok) {
      return this.#failed(pod, container, image.error, image.error.reason);
    }
    const target = targetOf(on, container);
    if (!target.ok) {
      const error = { reason: 'CreateContainerConfigError', message: target.error };
      return this.#failed(pod, container, error, target.error);
    }
    // The user of the image. Source: getImageUser.
    const found = yield* this.#context.cri.imageStatus(podKey(pod), {
      image: container.image ?? '',
      userSpecifiedImage: '',
    });
    const config = generateContainerConfig(this.#context, {
      pod,
      container,
      restartCount: restartCount(on, container.name),
      imageRef: image.value,
      image: (found.ok ? found.value : undefined) ?? {},
      environment: on.environment,
      volume: on.volume,
      imageVolumes: volumes.value,
      ...defined({ targetId: target.value }),
    });
    if (!config.ok) {
      const error = { reason: 'CreateContainerConfigError', message: config.error };
      return this.#failed(pod, container, error, config.error);
    }
    const { cri, events } = this.#context;
    const created = yield* cri.createContainer(
      podKey(pod),
      on.sandboxId,
      config.value,
      on.sandboxConfig,
    );
    if (!created.ok) {
      const message = created.error.message;
      return this.#failed(pod, container, { reason: 'CreateContainerError', message }, message);
    }
    events.container(pod, container.name, 'Normal', 'Created', 'Container created');
    const { containerId } = created.value;
    const started = yield* cri.startContainer(podKey(pod), containerId);
    if (!started.ok) {
      const { message } = started.error;
      return this.#failed(pod, container, { reason: 'RunContainerError', message }, message);
    }
    events.container(pod, container.name, 'Normal', 'Started', 'Container started');
    return yield* this.#postStart(on, container, containerId);
  }

  *#postStart(
    { pod, environment }: StartContext,
    container: Container,
    containerId: string,
  ): Process<Result<undefined, ImageError>> {
    const hook = container.lifecycle?.postStart;
    if (hook === undefined) return ok(undefined);
    const { cri, events } = this.#context;
    const { podIP } = environment;
    const result = yield* this.#handlers.run(pod, container, containerId, hook, podIP);
    if (result.ok) return ok(undefined);
    const { name } = container;
    events.container(pod, name, 'Warning', 'FailedPostStartHook', 'PostStartHook failed');
    const status = yield* cri.containerStatus(podKey(pod), containerId);
    if (status.ok) {
      const message = 'FailedPostStartHook';
      yield* this.#killer.kill({ pod, status: status.value, message, reason: '' });
    }
    return err({ reason: 'PostStartHookError', message: result.error });
  }

  #failed(
    pod: Pod,
    container: Container,
    error: ImageError,
    text: string,
  ): Result<undefined, ImageError> {
    const { events } = this.#context;
    events.container(pod, container.name, 'Warning', 'Failed', `Error: ${text}`);
    return err(error);
  }
}

/**
 * The container whose PID namespace an ephemeral container joins. Source: startSpec.getTargetID.
 */
function targetOf(
  { pod, status }: StartContext,
  { name }: Container,
): Result<string | undefined, string> {
  const spec = pod.spec.ephemeralContainers?.find((one) => one.name === name);
  const target = spec?.targetContainerName ?? '';
  if (target === '') return ok(undefined);
  const found = findContainer(status, target);
  return found === undefined ? err(`unable to find target container ${target}`) : ok(found.id);
}

/** How often the container was started before. Source: startContainer's restartCount. */
function restartCount({ status, restarts }: StartContext, name: string): number {
  const last = findContainer(status, name);
  return last === undefined ? restarts(name) : last.metadata.attempt + 1;
}
