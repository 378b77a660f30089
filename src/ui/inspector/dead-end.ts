/**
 * What a person waits for in vain because this cluster does not have it: an add-on that real
 * clusters bring along, and that the recorded one lacks.
 */
import type { PlayerState } from '#player/player-state';
import type { Scene } from '#player/scene';
import { type ClusterSpec, specOfScenario } from '#scenarios/cluster-spec';
import { findScenario, scenarios } from '#scenarios/index';

/** `dns`, `metrics`: an add-on that a cluster can be built with. `storage`: volumes made by hand. */
export type Missing = 'dns' | 'metrics' | 'storage';

export interface DeadEnd {
  readonly missing: Missing;
  /** What shows it: a line of output, or the name of an object. */
  readonly seen: string;
}

type Recording = NonNullable<PlayerState['recording']>;
type Known = Pick<Scene, 'commands' | 'etcd'>;

/** The first dead end that shows at the cursor. */
export function deadEndOf({ commands, etcd }: Known): DeadEnd | undefined {
  const last = commands.at(-1);
  const lines = (last?.output ?? []).flatMap(({ text }) => text.split('\n'));
  const has = (start: string): boolean => anyKey(etcd.keys.keys(), start);
  const unresolved = lines.find((line) => /bad address|can't resolve|Could not resolve/.test(line));
  if (unresolved !== undefined && !has('/registry/services/specs/kube-system/kube-dns')) {
    return { missing: 'dns', seen: unresolved.trim() };
  }
  if (!has('/registry/apiregistration.k8s.io/apiservices/v1beta1.metrics.k8s.io')) {
    const unmeasured =
      lines.find((line) => line.includes('Metrics API not available')) ??
      nameOf(etcd, '/registry/horizontalpodautoscalers/', isUnmeasured);
    if (unmeasured !== undefined) return { missing: 'metrics', seen: unmeasured };
  }
  if (!has('/registry/storageclasses/')) {
    const claim = nameOf(etcd, '/registry/persistentvolumeclaims/', isPending);
    if (claim !== undefined) return { missing: 'storage', seen: claim };
  }
  return undefined;
}

function anyKey(keys: Iterable<string>, start: string): boolean {
  for (const key of keys) if (key.startsWith(start)) return true;
  return false;
}

function nameOf(
  { keys }: Scene['etcd'],
  folder: string,
  shows: (status: Status) => boolean,
): string | undefined {
  for (const [key, { object }] of keys) {
    if (!key.startsWith(folder) || object === undefined) continue;
    const { status = {} } = object as { readonly status?: Status };
    if (shows(status)) return object.metadata.name;
  }
  return undefined;
}

interface Status {
  readonly phase?: string;
  readonly conditions?: readonly { readonly type: string; readonly reason?: string }[];
}

const isPending = ({ phase }: Status): boolean => phase === 'Pending';
const isUnmeasured = ({ conditions = [] }: Status): boolean =>
  conditions.some(({ reason }) => reason === 'FailedGetResourceMetric');

/** The recording's cluster with the add-on, as a cluster of one's own. */
export function clusterWith(missing: 'dns' | 'metrics', { cluster, scenario }: Recording): string {
  const { id } = findScenario(scenario) ?? scenarios['create-deployment'];
  const own: ClusterSpec = cluster === undefined ? specOfScenario(id) : JSON.parse(cluster);
  const addOn: Partial<ClusterSpec> = missing === 'dns' ? { dns: true } : { metricsServer: true };
  return JSON.stringify({ ...own, ...addOn });
}
