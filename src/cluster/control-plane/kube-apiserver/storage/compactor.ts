/**
 * Compacts etcd every five minutes, up to the revision of five minutes ago.
 *
 * Models k8s.io/apiserver pkg/storage/etcd3/compact.go: API servers agree through the version of
 * the key `compact_rev_key` which of them does it; here there is only one.
 */
import { type Duration, minute } from '#base/sim-time';
import { type EtcdClient, EtcdError } from '#cluster/control-plane/etcd/client';
import type { Environment } from '#cluster/environment';
import { type Process, sleep } from '#sim/simulation';

const compactRevKey = 'compact_rev_key';
const interval: Duration = 5 * minute;

/** Runs for the life of the API server. */
export function* compactPeriodically(env: Environment, etcd: EtcdClient): Process {
  let last = 0;
  let expectedRevision = 0;
  for (;;) {
    yield* sleep(interval);
    env.tracer.timer('kube-apiserver', 'compaction');
    try {
      const value = String(last);
      const answer = yield* etcd.txn({ op: 'put', key: compactRevKey, expectedRevision, value });
      expectedRevision = answer.kv?.modRevision ?? 0;
      if (last > 0) yield* etcd.compact(last);
      last = answer.revision;
    } catch (error) {
      // The next round does what failed now.
      if (!(error instanceof EtcdError)) throw error;
    }
  }
}
