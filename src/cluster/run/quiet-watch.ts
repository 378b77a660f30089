/**
 * Finds since when only background (`trace/background.ts`) happens: no write except leases, events
 * and node status. Then a person would call the cluster settled. A refused write counts too, as in
 * the audit log of the recordings.
 */
import type { SimTime } from '#base/sim-time';
import { isBackgroundOrNodeKey, isBackgroundRequest } from '#trace/background';
import type { Fact } from '#trace/facts';
import type { RequestInfoResolved } from '#trace/facts/kube-apiserver';
import type { Tracer } from '#trace/tracer';

export class QuietWatch {
  readonly #tracer: Tracer;
  #seen = 0;
  #lastWrite: SimTime = 0;
  /** Requests that write and are not answered yet. */
  readonly #writing = new Set<number>();

  constructor(tracer: Tracer) {
    this.#tracer = tracer;
  }

  /** The moment of the last write that counts, in the trace so far. */
  lastWrite(): SimTime {
    const { facts } = this.#tracer;
    for (; this.#seen < facts.length; this.#seen++) {
      const fact = facts[this.#seen];
      if (fact !== undefined && this.#isWrite(fact)) this.#lastWrite = fact.at;
    }
    return this.#lastWrite;
  }

  #isWrite(fact: Fact): boolean {
    switch (fact.type) {
      case 'TxnCommitted':
        return !isBackgroundOrNodeKey(fact.key);
      case 'RequestInfoResolved':
        if (writes(fact)) this.#writing.add(fact.request);
        return false;
      case 'ResponseSent':
        return this.#writing.delete(fact.request);
      default:
        return false;
    }
  }

  /** Restarts the count at a moment, because something is about to be done. */
  touch(at: SimTime): void {
    this.#lastWrite = Math.max(this.lastWrite(), at);
  }
}

const writeVerbs = new Set(['create', 'update', 'patch', 'delete', 'deletecollection']);

const writes = ({ verb, isResourceRequest, ref, subresource }: RequestInfoResolved): boolean =>
  isResourceRequest &&
  writeVerbs.has(verb) &&
  !isBackgroundRequest({ resource: ref.resource, subresource });
