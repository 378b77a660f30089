/**
 * Pods in backoff: one heap for rejected pods, one for pods that met errors.
 *
 * Models kubernetes/pkg/scheduler/backend/queue/backoff_queue.go. The wait doubles with every
 * failure, 1 s to 10 s, and ends on a whole second.
 */
import { type SimTime, second } from '#base/sim-time';
import { Heap } from '../heap/heap.ts';
import type { QueuedPodInfo } from './queued-pod-info.ts';

const initialBackoff = second;
const maxBackoff = 10 * second;
/** Expiries are compared in windows of this length. */
const orderingWindow = second;

const windowOf = (time: SimTime): SimTime => Math.floor(time / orderingWindow) * orderingWindow;

/** The moment a pod's backoff ends. Source: getBackoffTime. */
function backoffExpirationOf(info: QueuedPodInfo): SimTime {
  if (info.backoffExpiration !== undefined) return info.backoffExpiration;
  const count =
    info.consecutiveErrorsCount > 0 ? info.consecutiveErrorsCount : info.unschedulableCount;
  const duration = count === 0 ? 0 : Math.min(initialBackoff * 2 ** (count - 1), maxBackoff);
  info.backoffExpiration = duration === 0 ? 0 : windowOf(info.timestamp + duration);
  return info.backoffExpiration;
}

/** Source: isPodBackingoff. */
export const isBackingOff = (info: QueuedPodInfo, now: SimTime): boolean => {
  const expiration = backoffExpirationOf(info);
  return expiration !== 0 && expiration >= windowOf(now);
};

export class BackoffQueue {
  readonly #rejected: Heap<QueuedPodInfo>;
  readonly #failed: Heap<QueuedPodInfo>;

  constructor(less: (a: QueuedPodInfo, b: QueuedPodInfo) => boolean) {
    const earlier = (a: QueuedPodInfo, b: QueuedPodInfo): boolean => {
      const [left, right] = [backoffExpirationOf(a), backoffExpirationOf(b)];
      return left === right ? less(a, b) : left < right;
    };
    this.#rejected = new Heap((info) => info.key, earlier);
    this.#failed = new Heap((info) => info.key, earlier);
  }

  get size(): number {
    return this.#rejected.size + this.#failed.size;
  }

  /** How many could be tried early when the active queue is empty. */
  get poppable(): number {
    return this.#rejected.size;
  }

  get(key: string): QueuedPodInfo | undefined {
    return this.#rejected.get(key) ?? this.#failed.get(key);
  }

  add(info: QueuedPodInfo): void {
    const failed = info.consecutiveErrorsCount > 0;
    (failed ? this.#failed : this.#rejected).set(info);
  }

  delete(key: string): QueuedPodInfo | undefined {
    return this.#rejected.delete(key) ?? this.#failed.delete(key);
  }

  /** Takes the first rejected pod before its backoff ends. Pods with errors always wait. */
  popEarly(): QueuedPodInfo | undefined {
    return this.#rejected.pop();
  }

  /** Takes out every pod whose backoff is over. Source: popAllBackoffCompleted. */
  popCompleted(now: SimTime): readonly QueuedPodInfo[] {
    const done: QueuedPodInfo[] = [];
    for (const heap of [this.#rejected, this.#failed]) {
      for (;;) {
        const top = heap.peek();
        if (top === undefined || isBackingOff(top, now)) break;
        heap.pop();
        done.push(top);
      }
    }
    return done;
  }
}
