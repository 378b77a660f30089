/**
 * Asks etcd every five minutes to forget what is older than five minutes.
 *
 * Models k8s.io/apiserver pkg/storage/etcd3/compact.go: API servers agree through the version of
 * the key `compact_rev_key` who of them does it; here there is one.
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
      // What could not be compacted now is the next round's work.
      if (!(error instanceof EtcdError)) throw error;
    }
  }
}
