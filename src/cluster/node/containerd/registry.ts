/**
 * The registry that holds the images of the cluster.
 *
 * Models the distribution API in two steps: a manifest by tag or digest, then the layers, three at
 * a time over the node's link. In: image references. Out: what the registry holds;
 * anything else is not found.
 */

import type { Prng } from '#base/prng';
import { type Duration, ms, second } from '#base/sim-time';
import type { ImageConfig, ImageLayerConfig } from '#cluster/config/cluster-config';
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
/** As fast as the recorded cluster got its images from a registry beside it. */
const recordedBytesPerSecond = 80_000_000;
/** containerd's `max_concurrent_downloads`. */
const concurrentDownloads = 3;

export interface ImageRegistryOptions {
  readonly images: readonly ImageConfig[];
  /** Of each node's link; absent: that of the recorded cluster. */
  readonly bytesPerSecond?: number | undefined;
}

export class ImageRegistry {
  readonly #env: Environment;
  readonly #prng: Prng;
  readonly #byReference = new Map<string, ImageConfig>();

  readonly #bytesPerSecond: number;

  constructor(env: Environment, { images, bytesPerSecond }: ImageRegistryOptions) {
    this.#env = env;
    this.#bytesPerSecond = bytesPerSecond ?? recordedBytesPerSecond;
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

  /** GET of the layers of an image; `arrived` is called for each, in the order of their arrival. */
  *layers(
    reference: ImageReference,
    image: ImageConfig,
    arrived: (layer: ImageLayerConfig) => void,
  ): Process {
    const layers = image.layers ?? [{ digest: image.digest, bytes: image.sizeBytes }];
    const latency = layerLatency + this.#prng.nextInt(layerJitter);
    let passed = 0;
    for (const { layer, after } of arrivalsOf(layers, this.#bytesPerSecond)) {
      yield* sleep(latency + after - passed);
      passed = latency + after;
      this.#env.tracer.emit({
        type: 'RegistryAnswered',
        component,
        image: reference.full,
        what: 'layer',
        bytes: layer.bytes,
      });
      arrived(layer);
    }
  }
}

interface Arrival {
  readonly layer: ImageLayerConfig;
  /** From the first request. */
  readonly after: Duration;
}

/** When each layer is there: those under way share the link evenly, and the others wait. */
function arrivalsOf(layers: readonly ImageLayerConfig[], bytesPerSecond: number): Arrival[] {
  const waiting = [...layers];
  const underWay = waiting
    .splice(0, concurrentDownloads)
    .map((layer) => ({ layer, left: layer.bytes }));
  const arrivals: Arrival[] = [];
  let sent = 0;
  while (underWay.length > 0) {
    const least = Math.min(...underWay.map(({ left }) => left));
    sent += least * underWay.length;
    for (const one of underWay) one.left -= least;
    const at = underWay.findIndex(({ left }) => left === 0);
    const [done] = underWay.splice(at, 1);
    if (done !== undefined) {
      arrivals.push({ layer: done.layer, after: Math.round((sent * second) / bytesPerSecond) });
    }
    const next = waiting.shift();
    if (next !== undefined) underWay.push({ layer: next, left: next.bytes });
  }
  return arrivals;
}
