/**
 * The API server as a pod source: a watch on the pods bound to this node.
 * Models kubernetes/pkg/kubelet/config/apiserver.go: it starts once the Node informer has synced.
 */
import type { Pod } from '#k8s.io/api/core/v1';
import { pods } from '#k8s.io/client-go/rest/resource';
import { SharedInformer } from '#k8s.io/client-go/tools/cache/shared-informer';
import type { Process } from '#sim/simulation';
import type { KubeletContext } from '../kubelet-context.ts';
import type { PodConfig } from './pod-config.ts';

/** Runs the source for ever. */
export function* newSourceApiserver(
  context: KubeletContext,
  config: PodConfig,
  informersSynced: Process,
): Process {
  yield* informersSynced;
  const { sim, tracer, client, prng, node } = context;
  const informer = new SharedInformer<Pod>(sim, tracer, client, prng.fork('source/api'), {
    resource: pods,
    fieldSelector: `spec.nodeName=${node.name}`,
  });
  informer.addEventHandler({
    onAdd: (pod, initial) => config.seen('api', pod, initial),
    onUpdate: (_old, pod) => config.seen('api', pod),
    onDelete: (pod) => config.gone('api', pod),
  });
  yield* informer.run();
}
