/**
 * Brings a container's image onto the node.
 *
 * Models kubernetes/pkg/kubelet/images image_manager.go, puller.go (serialized pulls, the default)
 * and kuberuntime_image.go. In: pod, container. Out: the image reference, or the waiting reason
 * with its message. Events in upstream's words.
 */
import { err, ok, type Result } from '#base/result';
import { minute, ms, second } from '#base/sim-time';
import type { Container, Pod } from '#k8s.io/api/core/v1';
import { goDurationString } from '#k8s.io/apimachinery/duration';
import { imageReferenceError, parseImageReference } from '#k8s.io/apimachinery/image-reference';
import type { ImageSpec, PodSandboxConfig } from '#k8s.io/cri-api/runtime';
import { Signal } from '#sim/signal';
import type { Process } from '#sim/simulation';
import { podKey } from '../container/names.ts';
import type { KubeletContext } from '../kubelet-context.ts';
import { Backoff } from '../util/backoff.ts';
import { grpcErrorText } from '../util/grpc.ts';

/** `reason` is the waiting reason of the container. */
export interface ImageError {
  readonly reason: string;
  readonly message: string;
}

/** What an image is for: a container, or without a name a volume of the pod. */
export type ImageUser = Partial<Pick<Container, 'name'>> &
  Pick<Container, 'image' | 'imagePullPolicy'>;

const initialBackoff = 10 * second;
const maxBackoff = 5 * minute;

export class ImageManager {
  readonly #context: KubeletContext;
  readonly #backoff = new Backoff(initialBackoff, maxBackoff);
  /** Why the last pull of an image by a pod failed. */
  readonly #previousErrors = new Map<string, string>();
  readonly #pullFree: Signal;
  #pulling = false;

  constructor(context: KubeletContext) {
    this.#context = context;
    this.#pullFree = new Signal(context.sim);
  }

  /** Source: EnsureImageExists. */
  *ensureImageExists(
    pod: Pod,
    container: ImageUser,
    sandboxConfig: PodSandboxConfig,
  ): Process<Result<string, ImageError>> {
    const asked = container.image ?? '';
    const image = applyDefaultImageTag(asked);
    if (!image.ok) {
      const message = `Failed to apply default image tag "${asked}": ${image.error}`;
      this.#event(pod, container, 'Warning', 'InspectFailed', message);
      return err({ reason: 'InvalidImageName', message });
    }
    const spec = { image: image.value, userSpecifiedImage: '' };
    const policy = container.imagePullPolicy ?? 'IfNotPresent';
    if (policy !== 'Always') {
      const present = yield* this.#present(pod, container, spec);
      if (!present.ok) return present;
      if (present.value !== undefined) return ok(present.value);
      if (policy === 'Never') return this.#neverPull(pod, container);
    }
    return yield* this.#pull(pod, container, spec, sandboxConfig);
  }

  /** The pod is gone: drops its failures. */
  forget(uid: string): void {
    this.#backoff.deleteWithPrefix(`${uid}_`);
    for (const key of this.#previousErrors.keys()) {
      if (key.startsWith(`${uid}_`)) this.#previousErrors.delete(key);
    }
  }

  *#present(
    pod: Pod,
    container: ImageUser,
    spec: ImageSpec,
  ): Process<Result<string | undefined, ImageError>> {
    const answer = yield* this.#context.cri.imageStatus(podKey(pod), spec);
    if (!answer.ok) {
      const message = `Failed to inspect image "${spec.image}": ${grpcErrorText(answer.error)}`;
      this.#event(pod, container, 'Warning', 'InspectFailed', message);
      return err({ reason: 'ImageInspectError', message });
    }
    if (answer.value === undefined) return ok(undefined);
    const text =
      `Container image "${container.image}" already present on machine` +
      ' and can be accessed by the pod';
    this.#event(pod, container, 'Normal', 'Pulled', text);
    return ok(answer.value.id);
  }

  #neverPull(pod: Pod, container: ImageUser): Result<string, ImageError> {
    const reason = 'ErrImageNeverPull';
    const message = `Container image "${container.image}" is not present with pull policy of Never`;
    this.#event(pod, container, 'Warning', reason, message);
    return err({ reason, message });
  }

  *#pull(
    pod: Pod,
    container: ImageUser,
    spec: ImageSpec,
    sandboxConfig: PodSandboxConfig,
  ): Process<Result<string, ImageError>> {
    const { sim, cri } = this.#context;
    const image = container.image ?? '';
    const key = `${pod.metadata.uid}_${spec.image}`;
    if (this.#backoff.isInBackOffSinceUpdate(key, sim.now, sim.now)) {
      return this.#inBackoff(pod, container, key);
    }
    this.#event(pod, container, 'Normal', 'Pulling', `Pulling image "${image}"`);
    const askedAt = sim.now;
    yield* this.#takeTurn();
    const startedAt = sim.now;
    const pulled = yield* cri.pullImage(podKey(pod), spec, sandboxConfig);
    const took = sim.now - startedAt;
    this.#pulling = false;
    this.#pullFree.notifyOne();
    if (!pulled.ok) {
      const text = grpcErrorText(pulled.error);
      this.#event(pod, container, 'Warning', 'Failed', `Failed to pull image "${image}": ${text}`);
      this.#backoff.next(key, sim.now, sim.now);
      const failure = pullFailure(image, pulled.error.message, text);
      this.#previousErrors.set(key, `${failure.reason}: ${failure.message}`);
      return err(failure);
    }
    this.#previousErrors.delete(key);
    const size = yield* cri.imageStatus(podKey(pod), spec);
    const bytes = size.ok ? (size.value?.size ?? 0) : 0;
    const waited = truncated(sim.now - askedAt);
    const text =
      `Successfully pulled image "${image}" in ${truncated(took)} (${waited} including waiting).` +
      ` Image size: ${bytes} bytes.`;
    this.#event(pod, container, 'Normal', 'Pulled', text);
    return ok(pulled.value.imageRef);
  }

  #inBackoff(pod: Pod, container: ImageUser, key: string): Result<string, ImageError> {
    const text = `Back-off pulling image "${container.image}"`;
    this.#event(pod, container, 'Normal', 'BackOff', text);
    const previous = this.#previousErrors.get(key);
    const message = previous === undefined ? text : `${text}: ${previous}`;
    return err({ reason: 'ImagePullBackOff', message });
  }

  /** One pull at a time. Source: serialImagePuller. */
  *#takeTurn(): Process {
    const { sim } = this.#context;
    while (this.#pulling) yield* sim.asideProcess(this.#pullFree.wait());
    this.#pulling = true;
  }

  #event(
    pod: Pod,
    container: ImageUser,
    type: 'Normal' | 'Warning',
    reason: string,
    message: string,
  ): void {
    const { events } = this.#context;
    if (container.name === undefined) events.pod(pod, type, reason, message);
    else events.container(pod, container.name, type, reason, message);
  }
}

/** The prefix of the runtime's error when no registry can be reached. */
const registryUnavailable = 'RegistryUnavailable';

/** Source: evalCRIPullErr. */
function pullFailure(image: string, message: string, text: string): ImageError {
  if (!message.startsWith(registryUnavailable)) return { reason: 'ErrImagePull', message: text };
  const rest = message.slice(registryUnavailable.length);
  const prefix = `image pull failed for ${image} because the registry is unavailable`;
  return { reason: registryUnavailable, message: `${prefix}${rest}` };
}

/** A duration cut to milliseconds, as Go prints it. */
const truncated = (micros: number): string => goDurationString(micros - (micros % ms(1)));

/**
 * `nginx` becomes `nginx:latest`; a name with tag or digest stays.
 * Source: kubernetes/pkg/kubelet/images applyDefaultImageTag.
 */
function applyDefaultImageTag(image: string): Result<string, string> {
  const reference = parseImageReference(image);
  if (reference !== undefined) {
    const named = reference.tag !== undefined || reference.digest !== undefined;
    return ok(named ? image : `${image}:latest`);
  }
  return err(`couldn't parse image name "${image}": ${imageReferenceError(image)}`);
}
