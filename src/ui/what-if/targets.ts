/** The targets at the cursor: machines, processes, pods, and some objects. */

import type { Scene, StoredKey } from '#player/scene';
import { etcdFolder } from '#trace/object-key';

export type Target =
  | { readonly kind: 'node'; readonly id: string; readonly name: string }
  | { readonly kind: 'component'; readonly id: string; readonly name: string }
  | { readonly kind: 'pod'; readonly id: string; readonly name: string }
  | { readonly kind: 'deployment' | 'quota'; readonly id: string; readonly name: string }
  | { readonly kind: 'namespace'; readonly id: string; readonly name: string };

export type TargetKind = Target['kind'];

/** Programs that come and go by themselves. */
const passing = new Set(['kubectl', 'kubeadm', 'person', 'cluster', 'registry']);
/** As many pods as a list can be read through. */
const mostPods = 60;

/** In the order in which a person looks for them. */
export function targetsOf(scene: Scene): readonly Target[] {
  const own = [...scene.components.keys()].filter(
    (id) => !passing.has(id) && (!id.includes('/') || id.startsWith('etcd/')),
  );
  const pods = [...scene.pods.values()].filter(({ stored }) => stored).slice(0, mostPods);
  return [
    ...[...scene.nodes.keys()].map((name) => target('node', name)),
    ...[...own, 'registry'].map((name) => target('component', name)),
    ...pods.map(({ key }) => target('pod', key)),
    ...objects(scene, 'deployment'),
    ...objects(scene, 'quota'),
    target('namespace', 'default'),
  ];
}

const target = (kind: TargetKind, name: string): Target => ({ kind, id: `${kind} ${name}`, name });

function objects(scene: Scene, kind: 'deployment' | 'quota'): readonly Target[] {
  const prefix = etcdFolder(kind);
  return [...scene.etcd.keys.keys()]
    .filter((key) => key.startsWith(prefix))
    .map((key) => target(kind, key.slice(prefix.length)));
}

/** The object behind a name, as etcd holds it. */
export const storedNode = (scene: Scene, name: string): StoredKey | undefined =>
  scene.etcd.keys.get(etcdFolder('nodes') + name);
