/**
 * The folder of manifests as a pod source.
 *
 * Models kubernetes/pkg/kubelet/config/file.go: the folder is listed at the start, when inotify
 * reports a change, and every twenty seconds. A file that is not a pod is skipped; its earlier pod
 * stays until the next listing. Static pods are registered at the API server as soon as the node is
 * known.
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

/** Runs the source forever. An empty folder costs nothing. */
export function* newSourceFile(
  context: KubeletContext,
  config: PodConfig,
  folder: ManifestFolder,
): Process {
  const { sim, tracer, component } = context;
  let known: FilePods = new Map();
  let isListing = true;
  for (;;) {
    const found = podsIn(context, folder, isListing ? undefined : known);
    const before = uidsOf(known);
    const now = uidsOf(found);
    for (const pod of known.values()) if (!now.has(pod.metadata.uid)) config.gone('file', pod);
    for (const pod of found.values()) if (!before.has(pod.metadata.uid)) config.seen('file', pod);
    known = found;
    const period = folder.files.size === 0 ? undefined : fileCheckFrequency;
    const first = yield* firstOf(sim, [folder.changed], period);
    isListing = first === 'timeout';
    if (isListing) tracer.timer(component, 'file-check');
  }
}

/** Pods by file name. */
type FilePods = ReadonlyMap<string, Pod>;

const uidsOf = (pods: FilePods): ReadonlySet<string> =>
  new Set([...pods.values()].map(({ metadata }) => metadata.uid));

/** `before`: the earlier pods of the files, unless the whole folder is listed. */
function podsIn(
  context: KubeletContext,
  folder: ManifestFolder,
  before: FilePods | undefined,
): FilePods {
  const { node, tracer, component } = context;
  const pods = new Map<string, Pod>();
  for (const [name, text] of context.sim.inTurn(folder.files)) {
    const file = `${folder.path}/${name}`;
    const read = folder.read(text);
    const pod = read.ok ? staticPod(read.value, node.name, file, folder.problemOf) : read;
    const kept = pod.ok ? pod.value : before?.get(name);
    if (kept !== undefined) pods.set(name, kept);
    if (!pod.ok) {
      const params = { file, error: pod.error };
      tracer.emit({ type: 'Noted', component, message: 'static-pod.invalid', params });
    }
  }
  return pods;
}
