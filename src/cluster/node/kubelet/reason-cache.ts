/**
 * Why a container did not start the last time, for its waiting state.
 * Models kubernetes/pkg/kubelet/reason_cache.go.
 */
export interface WaitingReason {
  readonly reason: string;
  readonly message: string;
}

export class ReasonCache {
  readonly #reasons = new Map<string, Map<string, WaitingReason>>();

  get(uid: string, container: string): WaitingReason | undefined {
    return this.#reasons.get(uid)?.get(container);
  }

  set(uid: string, container: string, reason: WaitingReason): void {
    const reasons = this.#reasons.get(uid);
    if (reasons === undefined) this.#reasons.set(uid, new Map([[container, reason]]));
    else reasons.set(container, reason);
  }

  delete(uid: string, container: string): void {
    this.#reasons.get(uid)?.delete(container);
  }

  forget(uid: string): void {
    this.#reasons.delete(uid);
  }
}
