/**
 * Commands offered below the terminal: commands to start with, then commands for the objects that
 * came since the first of them.
 */
import type { KubeObject, Scene, StoredKey } from '#player/scene';
import type { FactId } from '#trace/fact';
import { etcdFolder } from '#trace/object-key';

const first = ['kubectl get nodes', 'kubectl run nginx --image=nginx'];
const nothingThere = [
  'kubectl get all --all-namespaces',
  'kubectl create deployment nginx --image=nginx --replicas=3',
  'kubectl run nginx --image=nginx',
];
const pods = 'kubectl get pods -o wide';

/** The resources that show most of a cluster first. */
const kinds = ['deployment', 'statefulset', 'daemonset', 'cronjob', 'job', 'pod'];

/** `start` is the fact of the run's first step: a person has made nothing before it. */
export function suggestions(
  { commands, etcd }: Pick<Scene, 'commands' | 'etcd'>,
  start: FactId,
): readonly string[] {
  if (commands.length === 0) return first;
  for (const kind of kinds) {
    const newest = newestUnder(etcdFolder(kind), etcd.keys, start);
    if (newest !== undefined) return about(kind, newest);
  }
  return nothingThere;
}

/** The newest object among those that a person may have made. */
function newestUnder(
  prefix: string,
  keys: ReadonlyMap<string, StoredKey>,
  start: FactId,
): KubeObject | undefined {
  let newest: StoredKey | undefined;
  for (const stored of keys.values()) {
    if (stored.fact < start || !stored.key.startsWith(prefix)) continue;
    if (stored.key.startsWith(`${prefix}kube-system/`)) continue;
    if (newest === undefined || stored.createRevision > newest.createRevision) newest = stored;
  }
  return newest?.object;
}

function about(kind: string, { metadata, ...object }: KubeObject): readonly string[] {
  const { name, namespace = 'default' } = metadata;
  const there = namespace === 'default' ? '' : ` -n ${namespace}`;
  const { spec } = object as { readonly spec?: { readonly replicas?: number } };
  const describe = `kubectl describe ${kind} ${name}${there}`;
  const isScaled = kind === 'deployment' || kind === 'statefulset';
  if (isScaled && spec?.replicas !== undefined) {
    const next = spec.replicas > 7 ? 1 : spec.replicas + 2;
    return [pods + there, describe, `kubectl scale ${kind} ${name} --replicas=${next}${there}`];
  }
  const more = kind === 'pod' ? 'kubectl get events' : `kubectl get ${kind} ${name} -o yaml`;
  return [pods + there, describe, more + there];
}
