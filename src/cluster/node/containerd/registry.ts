/**
 * The registry that holds the images of the cluster.
 *
 * Models the distribution API in two steps: a manifest by tag or digest, then the layer. In: image
 * references. Out: what ClusterConfig.images contains; anything else is not found.
 */

import type { Prng } from '#base/prng';
import { type Duration, ms, second } from '#base/sim-time';
import type { ImageConfig } from '#cluster/config/cluster-config';
import type { Environment } from '#cluster/environment';
import { type Process, sleep } from '#sim/simulation';
import type { ImageReference } from './images/reference.ts';

const component = 'registry';
const manifestBytes = 610;
/** Time to answer for a manifest: name look-up, connection, token. */
const manifestTime: Duration = ms(5);
const manifestJitter: Duration = ms(5);
const layerLatency: Duration = ms(8);
const layerJitter: Duration = ms(8);
const bytesPerSecond = 80_000_000;

export interface ImageRegistryOptions {
  readonly images: readonly ImageConfig[];
}

export class ImageRegistry {
  readonly #env: Environment;
  readonly #prng: Prng;
  readonly #byReference = new Map<string, ImageConfig>();

  constructor(env: Environment, { images }: ImageRegistryOptions) {
    this.#env = env;
    this.#prng = env.prng.fork(component);
    for (const image of images) {
      for (const tag of image.tags) this.#byReference.set(`${image.repository}:${tag}`, image);
      this.#byReference.set(`${image.repository}@${image.digest}`, image);
    }
  }

  /** The images that a node has before it pulls anything. */
  lookUp(reference: ImageReference): ImageConfig | undefined {
    return this.#byReference.get(reference.full);
  }

  /** Switched off: every connection is refused. */
  up = true;

  get running(): boolean {
    return this.up;
  }

  /** Starts to answer again. The registry can be stopped and started like any other component. */
  start(): boolean {
    const was = this.up;
    this.up = true;
    return !was;
  }

  stop(): boolean {
    const was = this.up;
    this.up = false;
    return was;
  }

  /** HEAD and GET of a manifest; undefined means 404. */
  *manifest(reference: ImageReference): Process<ImageConfig | undefined> {
    yield* sleep(manifestTime + this.#prng.nextInt(manifestJitter));
    const image = this.lookUp(reference);
    this.#env.tracer.emit({
      type: 'RegistryAnswered',
      component,
      image: reference.full,
      what: 'manifest',
      bytes: image === undefined ? 0 : manifestBytes,
      ...(image === undefined ? { error: '404 Not Found' } : {}),
    });
    return image;
  }

  /** GET of the one layer of an image. */
  *layer(reference: ImageReference, image: ImageConfig): Process {
    const transfer = Math.round((image.sizeBytes * second) / bytesPerSecond);
    yield* sleep(layerLatency + transfer + this.#prng.nextInt(layerJitter));
    this.#env.tracer.emit({
      type: 'RegistryAnswered',
      component,
      image: reference.full,
      what: 'layer',
      bytes: image.sizeBytes,
    });
  }
}
