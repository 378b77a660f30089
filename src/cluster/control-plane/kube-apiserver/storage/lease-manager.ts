/**
 * Provides etcd leases for keys that expire; keys that are written close together share one. Models
 * k8s.io/apiserver pkg/storage/etcd3/lease_manager.go.
 */
import { type SimTime, second } from '#base/sim-time';
import type { EtcdClient } from '#cluster/control-plane/etcd/client';
import type { Process, Simulation } from '#sim/simulation';

/** A lease is shared for at most this long, … */
const maxReuseSeconds = 60;
/** … this share of its time to live, … */
const reuseShare = 0.05;
/** … and this many keys. */
const maxKeys = 1000;

interface SharedLease {
  readonly lease: number;
  readonly freshUntil: SimTime;
  keys: number;
}

export class LeaseManager {
  readonly #sim: Simulation;
  readonly #etcd: EtcdClient;
  readonly #shared = new Map<number, SharedLease>();

  constructor(sim: Simulation, etcd: EtcdClient) {
    this.#sim = sim;
    this.#etcd = etcd;
  }

  /** A lease that lasts at least `ttlSeconds` from now. Source: GetLease. */
  *leaseFor(ttlSeconds: number): Process<number> {
    const shared = this.#shared.get(ttlSeconds);
    if (shared !== undefined && this.#sim.now < shared.freshUntil && shared.keys < maxKeys) {
      shared.keys++;
      return shared.lease;
    }
    const reuse = Math.min(maxReuseSeconds, Math.floor(ttlSeconds * reuseShare));
    const freshUntil = this.#sim.now + reuse * second;
    const lease = yield* this.#etcd.grantLease(ttlSeconds + reuse);
    this.#shared.set(ttlSeconds, { lease, freshUntil, keys: 1 });
    return lease;
  }
}
