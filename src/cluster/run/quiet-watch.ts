/**
 * Finds since when only background (`trace/background.ts`) happens: no write except leases, events
 * and node status. Then a person would call the cluster settled. A refused write counts too, as in
 * the audit log of the recordings.
 */
import type { SimTime } from '#base/sim-time';
import { isBackgroundOrNodeKey, isBackgroundRequest } from '#trace/background';
import type { RequestInfoResolved } from '#trace/facts/kube-apiserver';
import type { Tracer } from '#trace/tracer';

export class QuietWatch {
  #lastWrite: SimTime = 0;
  /** Requests that write and are not answered yet. */
  readonly #writing = new Set<number>();

  constructor(tracer: Tracer) {
    tracer.hear('TxnCommitted', ({ key, at }) => {
      if (!isBackgroundOrNodeKey(key)) this.#lastWrite = at;
    });
    tracer.hear('RequestInfoResolved', (fact) => {
      if (writes(fact)) this.#writing.add(fact.request);
    });
    tracer.hear('ResponseSent', ({ request, at }) => {
      if (this.#writing.delete(request)) this.#lastWrite = at;
    });
  }

  /** The moment of the last write that counts. */
  get lastWrite(): SimTime {
    return this.#lastWrite;
  }

  /** Restarts the count at a moment, because something is about to be done. */
  touch(at: SimTime): void {
    this.#lastWrite = Math.max(this.#lastWrite, at);
  }
}

const writeVerbs = new Set(['create', 'update', 'patch', 'delete', 'deletecollection']);

const writes = ({ verb, isResourceRequest, ref, subresource }: RequestInfoResolved): boolean =>
  isResourceRequest &&
  writeVerbs.has(verb) &&
  !isBackgroundRequest({ resource: ref.resource, subresource });
