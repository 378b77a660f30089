/** The binding, role and rule that allowed a request, looked up in what is stored. */
import type { KubeObject, StoredKey } from '#player/scene';
import type { FactOf } from '#trace/facts';
import { etcdKeyOfObject } from '#trace/object-key';

export type RbacTried = NonNullable<FactOf<'Authorized'>['tried'][number]['rbac']>;

interface RoleObject extends KubeObject {
  readonly rules?: readonly {
    readonly verbs?: readonly string[];
    readonly resources?: readonly string[];
    readonly nonResourceURLs?: readonly string[];
  }[];
}

interface BindingObject extends KubeObject {
  readonly roleRef?: { readonly kind: string; readonly name: string };
}

export interface AllowingRule {
  readonly binding: string;
  readonly role: string;
  readonly roleKind: string;
  /** The place of the rule, from 1; `undefined`: the role is not there any more. */
  readonly rule: number | undefined;
  readonly rules: number;
  readonly verbs: readonly string[];
  readonly resources: readonly string[];
}

/** `undefined` when no binding allowed it. */
export function allowingRule(
  keys: ReadonlyMap<string, StoredKey>,
  tried: RbacTried,
): AllowingRule | undefined {
  const path = tried.bindings[tried.binding ?? -1];
  if (path === undefined) return undefined;
  const stored = keys.get(etcdKeyOfObject(path))?.object as BindingObject | undefined;
  const { kind = '', name = '' } = stored?.roleRef ?? {};
  const namespace = path.split('/').at(-2) ?? '';
  const key = kind === 'ClusterRole' ? `clusterroles/${name}` : `roles/${namespace}/${name}`;
  const role = keys.get(etcdKeyOfObject(key))?.object as RoleObject | undefined;
  const rule = role?.rules?.[tried.rule ?? -1];
  return {
    binding: nameOf(path),
    role: name,
    roleKind: kind,
    rule: rule === undefined ? undefined : (tried.rule ?? 0) + 1,
    rules: role?.rules?.length ?? 0,
    verbs: rule?.verbs ?? [],
    resources: rule?.resources ?? rule?.nonResourceURLs ?? [],
  };
}

export const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
