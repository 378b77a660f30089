/**
 * The API server as a pod source: a watch on the pods bound to this node.
 * Models kubernetes/pkg/kubelet/config/apiserver.go: it starts once the Node informer has synced.
 * A pod replaced under the same name counts as one removed and one added, as in config.go
 * podStorage.merge.
 */
import { seconds } from '#base/sim-time';
import type { Pod } from '#k8s.io/api/core/v1';
import { pods } from '#k8s.io/client-go/rest/resource';
import { SharedInformer } from '#k8s.io/client-go/tools/cache/shared-informer';
import { type Process, sleep } from '#sim/simulation';
import type { KubeletContext } from '../kubelet-context.ts';
import type { PodConfig } from './pod-config.ts';

/** The housekeeping period: orphaned pods are cleaned up once all sources are ready. */
const housekeepingPeriod = seconds(2);

/** Runs the source forever. `onSynced`: the first housekeeping after the pods are known. */
export function* newSourceApiserver(
  context: KubeletContext,
  config: PodConfig,
  informersSynced: Process,
  onSynced: () => void,
): Process {
  yield* informersSynced;
  const { sim, tracer, client, prng, node } = context;
  const informer = new SharedInformer<Pod>(sim, tracer, client, prng.fork('source/api'), {
    resource: pods,
    fieldSelector: `spec.nodeName=${node.name}`,
  });
  informer.addEventHandler({
    onAdd: (pod, initial) => config.seen('api', pod, initial),
    onUpdate(old, pod) {
      // Another pod under the same name: the source distinguishes pods by their UIDs.
      if (old.metadata.uid !== pod.metadata.uid) config.gone('api', old);
      config.seen('api', pod);
    },
    onDelete: (pod) => config.gone('api', pod),
  });
  sim.spawn('sources ready', whenSynced(informer, onSynced));
  yield* informer.run();
}

function* whenSynced(informer: SharedInformer<Pod>, then: () => void): Process {
  yield* informer.waitForSync();
  yield* sleep(housekeepingPeriod);
  then();
}
