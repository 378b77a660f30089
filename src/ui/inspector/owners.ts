/** The chain of owners of an object and the objects that it owns, from etcd at the cursor. */
import type { KubeObject, StoredKey } from '#player/scene';

interface OwnerReference {
  readonly kind: string;
  readonly name: string;
  readonly uid: string;
  readonly controller?: boolean;
}

type Keys = ReadonlyMap<string, StoredKey>;

const referencesOf = (object: KubeObject | undefined): readonly OwnerReference[] =>
  (object?.metadata as { readonly ownerReferences?: readonly OwnerReference[] } | undefined)
    ?.ownerReferences ?? [];

/** Longer chains than this are a circle. */
const longestChain = 8;

export interface Owner {
  readonly kind: string;
  readonly name: string;
  /** `undefined` if it is not stored, or not stored any more. */
  readonly key: string | undefined;
}

/** The owners of an object, the outermost first: Deployment, ReplicaSet. */
export function ownersOf(object: KubeObject, keys: Keys): readonly Owner[] {
  const chain: Owner[] = [];
  let [reference] = controllerFirst(object);
  while (reference !== undefined && chain.length < longestChain) {
    const { kind, name, uid } = reference;
    const stored = findByUid(keys, name, uid);
    chain.unshift({ kind, name, key: stored?.key });
    [reference] = stored?.object === undefined ? [] : controllerFirst(stored.object);
  }
  return chain;
}

const controllerFirst = (object: KubeObject): readonly OwnerReference[] =>
  referencesOf(object).toSorted(
    (a, b) => Number(b.controller === true) - Number(a.controller === true),
  );

/** The objects that name the object as their owner. */
export function ownedBy(object: KubeObject, keys: Keys): readonly StoredKey[] {
  const { uid } = object.metadata;
  if (uid === undefined || uid === '') return [];
  return [...keys.values()].filter((stored) =>
    referencesOf(stored.object).some((reference) => reference.uid === uid),
  );
}

function findByUid(keys: Keys, name: string, uid: string): StoredKey | undefined {
  const end = `/${name}`;
  for (const stored of keys.values()) {
    if (stored.key.endsWith(end) && stored.object?.metadata.uid === uid) return stored;
  }
  return undefined;
}
