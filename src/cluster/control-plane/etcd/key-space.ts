/**
 * The state that results from a member's log: keys, leases and watches.
 *
 * Models etcd's applierV3: every member applies the same commands in the same order and reaches the
 * same state. In: commands of the log. Out: results, events for the watches.
 */

import type { Building } from '#base/building';
import type { Simulation } from '#sim/simulation';
import type { Draft } from '#trace/fact';
import type { TxnCommitted } from '#trace/facts/etcd';
import type { Tracer } from '#trace/tracer';
import type {
  EtcdWatchEvent,
  RangeRequest,
  RangeResponse,
  TxnRequest,
  TxnResponse,
} from './client.ts';
import { Lessor } from './lessor.ts';
import { MvccStore } from './mvcc-store.ts';
import { WatchHub } from './watch-hub.ts';

/** One entry of the replicated log. Source: etcdserverpb InternalRaftRequest. */
export type EtcdCommand =
  | { readonly kind: 'txn'; readonly request: TxnRequest }
  | { readonly kind: 'lease-grant'; readonly ttlSeconds: number }
  | { readonly kind: 'lease-revoke'; readonly lease: number }
  | { readonly kind: 'compact'; readonly revision: number };

/** The result of a command: the response of a transaction, the id of a lease, or nothing. */
export type EtcdResult = TxnResponse | number | undefined;

const component = 'etcd';

export class KeySpace {
  readonly #sim: Simulation;
  readonly #tracer: Tracer;
  readonly store = new MvccStore();
  readonly watches: WatchHub;
  readonly lessor: Lessor;

  /** `firstLease` is the first lease id of this run, the same for all members. */
  constructor(sim: Simulation, tracer: Tracer, firstLease: number) {
    this.#sim = sim;
    this.#tracer = tracer;
    this.watches = new WatchHub(sim, () => this.store.revision);
    this.lessor = new Lessor(firstLease);
  }

  /** Only the member that applies a command first emits its facts: `emitted` is false for it. */
  apply(command: EtcdCommand, emitted: boolean): EtcdResult {
    switch (command.kind) {
      case 'txn':
        return this.#txn(command.request, emitted);
      case 'lease-grant': {
        const { ttlSeconds } = command;
        const lease = this.lessor.grant(ttlSeconds);
        if (!emitted) this.#tracer.emit({ type: 'LeaseGranted', component, lease, ttlSeconds });
        return lease;
      }
      case 'lease-revoke':
        return this.#revoke(command.lease, emitted);
      case 'compact':
        this.store.compact(command.revision);
        return undefined;
    }
  }

  range(request: RangeRequest): RangeResponse {
    const response = this.store.range(request);
    const { count, revision } = response;
    this.#tracer.emit({ type: 'RangeRead', component, key: request.key, count, revision });
    return response;
  }

  #txn(request: TxnRequest, emitted: boolean): TxnResponse {
    const { op, key, expectedRevision } = request;
    const present = this.store.get(key);
    const actualRevision = present?.modRevision ?? 0;
    if (actualRevision !== expectedRevision || (op === 'delete' && present === undefined)) {
      if (!emitted) {
        this.#tracer.emit({ type: 'TxnRefused', component, key, expectedRevision, actualRevision });
      }
      return { succeeded: false, revision: this.store.revision, kv: present };
    }
    const { kv, prevKv } = this.#commit(request, emitted);
    return { succeeded: true, revision: kv.modRevision, kv: op === 'put' ? kv : prevKv };
  }

  /** Writes, emits the fact, and notifies the watchers. The cause passed on is the commit. */
  #commit(
    request: Pick<TxnRequest, 'op' | 'key' | 'value' | 'lease'>,
    emitted: boolean,
  ): EtcdWatchEvent {
    const event = this.store.apply(request);
    const { kv, prevKv } = event;
    this.lessor.move(kv.key, prevKv?.lease ?? 0, kv.lease);
    if (!emitted) {
      const committed: Building<Draft<TxnCommitted>> = {
        type: 'TxnCommitted',
        component,
        revision: kv.modRevision,
        op: request.op,
        key: kv.key,
        version: kv.version,
        createRevision: kv.createRevision,
        lease: kv.lease,
      };
      if (request.op === 'put') committed.value = kv.value;
      this.#tracer.emit(committed);
    }
    this.watches.publish(event);
    return event;
  }

  /** A lease has expired: its keys are deleted, each with a revision of its own. */
  #revoke(lease: number, emitted: boolean): undefined {
    const keys = this.lessor.revoke(lease);
    if (keys.length === 0) return;
    if (!emitted) this.#tracer.emit({ type: 'LeaseExpired', component, lease, keys });
    this.#sim.forEach(keys, (key) => this.#commit({ op: 'delete', key }, emitted));
  }
}
