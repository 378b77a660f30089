/**
 * How long a failed daemon pod stays before it is replaced: a kubelet that rejects pods and a
 * controller that creates new ones must not compete at full speed. Models k8s.io/client-go
 * util/flowcontrol Backoff as the DaemonSet controller uses it.
 */
import { type Duration, minute, type SimTime, second } from '#base/sim-time';

const initial: Duration = second;
const max: Duration = 15 * minute;

interface Entry {
  backoff: Duration;
  lastUpdate: SimTime;
}

export class FailedPodsBackoff {
  readonly #entries = new Map<string, Entry>();

  /** How long a failed pod must stay; undefined: it can be deleted now. */
  delay(key: string, now: SimTime): Duration | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined || hasExpired(entry, now)) return undefined;
    return now - entry.lastUpdate < entry.backoff ? entry.backoff : undefined;
  }

  /** Counts one more failure. */
  next(key: string, now: SimTime): void {
    const entry = this.#entries.get(key);
    if (entry === undefined || hasExpired(entry, now)) {
      this.#entries.set(key, { backoff: initial, lastUpdate: now });
      return;
    }
    entry.backoff = Math.min(entry.backoff * 2, max);
    entry.lastUpdate = now;
  }

  /** Drops the entries of a DaemonSet; their keys begin with its UID. */
  forget(uid: string): void {
    for (const key of this.#entries.keys()) if (key.startsWith(uid)) this.#entries.delete(key);
  }
}

const hasExpired = ({ lastUpdate }: Entry, now: SimTime): boolean => now - lastUpdate > 2 * max;
