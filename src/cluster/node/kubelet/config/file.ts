/**
 * The folder of manifests as a pod source.
 *
 * Models kubernetes/pkg/kubelet/config/file.go: the folder is listed at the start, when inotify
 * says that something changed, and every twenty seconds; a file that is no pod is passed over.
 * Static pods are registered at the API server as soon as the node is known.
 */
import { type Duration, second } from '#base/sim-time';
import type { Pod } from '#k8s.io/api/core/v1';
import { firstOf } from '#sim/signal';
import type { Process } from '#sim/simulation';
import type { KubeletContext } from '../kubelet-context.ts';
import { staticPod } from './common.ts';
import type { ManifestFolder } from './manifest-folder.ts';
import type { PodConfig } from './pod-config.ts';

const fileCheckFrequency: Duration = 20 * second;

/** Runs the source for ever. An empty folder costs nothing. */
export function* newSourceFile(
  context: KubeletContext,
  config: PodConfig,
  folder: ManifestFolder,
): Process {
  const { sim, tracer, component } = context;
  let known = new Map<string, Pod>();
  for (;;) {
    const found = podsIn(context, folder);
    for (const [uid, pod] of known) if (!found.has(uid)) config.gone('file', pod);
    for (const [uid, pod] of found) if (!known.has(uid)) config.seen('file', pod);
    known = found;
    const period = folder.files.size === 0 ? undefined : fileCheckFrequency;
    const first = yield* firstOf(sim, [folder.changed], period);
    if (first === 'timeout') tracer.timer(component, 'file-check');
  }
}

function podsIn(context: KubeletContext, folder: ManifestFolder): Map<string, Pod> {
  const { node, tracer, component } = context;
  const pods = new Map<string, Pod>();
  for (const [name, text] of folder.files) {
    const file = `${folder.path}/${name}`;
    const read = folder.read(text);
    const pod = read.ok ? staticPod(read.value, node.name, file) : read;
    if (pod.ok) pods.set(pod.value.metadata.uid, pod.value);
    else {
      const params = { file, error: pod.error };
      tracer.emit({ type: 'Noted', component, message: 'static-pod.invalid', params });
    }
  }
  return pods;
}
