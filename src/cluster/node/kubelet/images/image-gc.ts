/**
 * Removes images that nothing uses when the disk fills up.
 *
 * Models kubernetes/pkg/kubelet/images/image_gc_manager.go: every five minutes; above 85 percent
 * disk usage it removes images down to 80 percent, least recently used first, never pinned ones or
 * ones younger than two minutes.
 */
import { type Duration, minute, type SimTime } from '#base/sim-time';
import { type Process, sleep } from '#sim/simulation';
import type { KubeletContext } from '../kubelet-context.ts';

const gcPeriod: Duration = 5 * minute;
const highThreshold = 85;
const lowThreshold = 80;
const minAge: Duration = 2 * minute;

interface ImageRecord {
  firstDetected: SimTime;
  lastUsed: SimTime;
}

export class ImageGC {
  readonly #context: KubeletContext;
  readonly #records = new Map<string, ImageRecord>();

  constructor(context: KubeletContext) {
    this.#context = context;
  }

  *run(): Process {
    const { tracer, component, host } = this.#context;
    for (;;) {
      yield* sleep(gcPeriod);
      tracer.timer(component, 'image-gc');
      // Below the threshold a round only learns which images are there and in use.
      if (usedPercent(host.diskUsed, host.diskBytes) < highThreshold) yield* this.#unused(minAge);
      else yield* this.#collect();
    }
  }

  /** Source: GarbageCollect. */
  *#collect(): Process {
    const { host, events } = this.#context;
    const wanted = host.diskUsed - (host.diskBytes * lowThreshold) / 100;
    const freed = yield* this.#free(wanted, minAge);
    if (freed >= wanted) return;
    const percent = usedPercent(host.diskUsed + freed, host.diskBytes);
    const message =
      "Insufficient free disk space on the node's image filesystem" +
      ` (${percent}% of ${host.diskBytes} used). Failed to free sufficient space by deleting` +
      ` unused images (freed ${freed} bytes). Investigate disk usage, as it could be used by` +
      ' active images, logs, volumes, or other data.';
    events.node('Warning', 'FreeDiskSpaceFailed', message);
    const failure =
      `Failed to garbage collect required amount of images. Attempted to free ${Math.ceil(wanted)}` +
      ` bytes, but only found ${freed} bytes eligible to free.`;
    events.node('Warning', 'ImageGCFailed', failure);
  }

  /** Removes every unused image. Source: DeleteUnusedImages. */
  *deleteUnused(): Process<boolean> {
    return (yield* this.#free(Number.POSITIVE_INFINITY, 0)) > 0;
  }

  /** Returns how many bytes were freed. */
  *#free(wanted: number, age: Duration): Process<number> {
    const { cri } = this.#context;
    const unused = yield* this.#unused(age);
    let freed = 0;
    for (const { id, size } of this.#context.sim.inTurn(unused)) {
      if (freed >= wanted) break;
      const removed = yield* cri.removeImage({ image: id, userSpecifiedImage: '' });
      if (!removed.ok) continue;
      freed += size;
      this.#records.delete(id);
    }
    return freed;
  }

  *#unused(age: Duration): Process<readonly { readonly id: string; readonly size: number }[]> {
    const { cri, sim } = this.#context;
    const images = yield* cri.listImages();
    const containers = yield* cri.listContainers();
    if (!images.ok || !containers.ok) return [];
    const used = new Set(containers.value.map(({ imageId }) => imageId));
    const { now } = sim;
    const candidates: { id: string; size: number; record: ImageRecord }[] = [];
    for (const { id, size, pinned } of images.value) {
      const record = this.#records.get(id) ?? { firstDetected: now, lastUsed: 0 };
      this.#records.set(id, record);
      if (used.has(id)) record.lastUsed = now;
      else if (!pinned && now - record.firstDetected >= age) candidates.push({ id, size, record });
    }
    return candidates.sort(
      (a, b) =>
        a.record.lastUsed - b.record.lastUsed || a.record.firstDetected - b.record.firstDetected,
    );
  }
}

/**
 * Usage in whole percent, rounded up, because the free part is rounded down. Source:
 * GarbageCollect.
 */
const usedPercent = (used: number, capacity: number): number =>
  capacity === 0 ? 0 : 100 - Math.floor(((capacity - used) * 100) / capacity);
