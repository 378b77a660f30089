/**
 * Users may only grant permissions that they have: the check before a role or a binding is written.
 *
 * Models kubernetes pkg/registry/rbac/{role,rolebinding,clusterrole,clusterrolebinding}/policybased
 * storage.go, pkg/registry/rbac/escalation_check.go and validation ConfirmNoEscalation. In: a role
 * or binding and the user who writes it. Out: a Forbidden that lists the missing rules.
 */
import { err, ok, type Result } from '#base/result';
import type { PolicyRule, RoleRef } from '#k8s.io/api/rbac/v1';
import { forbidden, notFound } from '#k8s.io/apimachinery/errors';
import { deepEqual } from '#k8s.io/apimachinery/json-value';
import type { KubeObject, Status } from '#k8s.io/apimachinery/meta/v1';
import { groupResource, type ResourceInfo } from '#k8s.io/apimachinery/resources';
import { breakdownRule } from '#k8s.io/component-helpers/rbac/policy-comparator';
import type { Process } from '#sim/simulation';
import type { UserInfo } from '../../authenticator/user-info.ts';
import type { Authorize } from '../../authorizer/question.ts';
import type { RequestAttributes } from '../../request-attributes.ts';
import type { ResourceCache } from '../../storage/resource-cache.ts';
import type { Allocation, StoreHooks } from '../store-options.ts';

const group = 'rbac.authorization.k8s.io';
const masters = 'system:masters';

export interface EscalationParts {
  readonly authorize: Authorize;
  /** The caches of roles and of cluster roles. */
  readonly roles: () => ResourceCache;
  readonly clusterRoles: () => ResourceCache;
}

interface RoleLike extends KubeObject {
  readonly rules?: readonly PolicyRule[];
}

interface BindingLike extends KubeObject {
  readonly roleRef?: RoleRef;
  readonly subjects?: unknown;
}

function* nothing(): Process {
  // Nothing was allocated.
}

const unchanged = (object: KubeObject): Result<Allocation, Status> =>
  ok({ object, revert: nothing });

/** The hooks that run before roles and bindings are written. */
export function escalationHooks(resource: ResourceInfo, parts: EscalationParts): StoreHooks {
  const check = resource.plural.endsWith('bindings') ? checkBinding : checkRole;
  const guard = function* (
    attrs: RequestAttributes,
    object: KubeObject,
    old?: KubeObject,
  ): Process<Result<Allocation, Status>> {
    // The server itself and system:masters may grant everything.
    if (attrs.request === 0 || attrs.user.groups.includes(masters)) return unchanged(object);
    const problem = check(parts, attrs, object, old);
    return problem === undefined ? unchanged(object) : err(problem);
  };
  return { beginCreate: guard, beginUpdate: guard };
}

function checkRole(
  { authorize }: EscalationParts,
  attrs: RequestAttributes,
  role: RoleLike,
  old: RoleLike | undefined,
): Status | undefined {
  if (old !== undefined && deepEqual(role.rules ?? [], old.rules ?? [])) return undefined;
  const { user, namespace, resource } = attrs;
  const { name } = role.metadata;
  const question = { user, group, subresource: '', namespace, resource: resource.plural };
  if (authorize({ ...question, verb: 'escalate', name }).allowed) return undefined;
  return refusal(authorize, attrs, name, role.rules ?? []);
}

function checkBinding(
  { authorize, roles, clusterRoles }: EscalationParts,
  attrs: RequestAttributes,
  binding: BindingLike,
  old: BindingLike | undefined,
): Status | undefined {
  const { roleRef, subjects } = binding;
  if (roleRef === undefined) return undefined;
  const same = deepEqual(roleRef, old?.roleRef) && deepEqual(subjects ?? [], old?.subjects ?? []);
  if (old !== undefined && same) return undefined;
  const { user, namespace } = attrs;
  const cluster = roleRef.kind === 'ClusterRole';
  const resource = cluster ? 'clusterroles' : 'roles';
  const question = { user, group, subresource: '', namespace, resource };
  if (authorize({ ...question, verb: 'bind', name: roleRef.name }).allowed) return undefined;
  const role = cluster
    ? clusterRoles().get(roleRef.name)
    : roles().get(`${namespace}/${roleRef.name}`);
  if (role === undefined) return notFound({ group, resource }, roleRef.name);
  return refusal(authorize, attrs, binding.metadata.name, (role as RoleLike).rules ?? []);
}

/** Source: ConfirmNoEscalation. */
function refusal(
  authorize: Authorize,
  { user, namespace, resource }: RequestAttributes,
  name: string,
  rules: readonly PolicyRule[],
): Status | undefined {
  const missing = rules
    .flatMap(brokenDown)
    .filter((rule) => !holds(authorize, user, namespace, rule));
  if (missing.length === 0) return undefined;
  const groups = user.groups.map((each) => JSON.stringify(each)).join(' ');
  const detail =
    `user "${user.name}" (groups=[${groups}]) is attempting to grant RBAC permissions not ` +
    `currently held:\n${compacted(missing).join('\n')}`;
  return forbidden(groupResource(resource), name, detail);
}

/** One verb on one resource, name or URL. */
interface SimpleRule {
  readonly verb: string;
  readonly apiGroup: string;
  readonly resource: string;
  readonly name: string;
  readonly url: string;
}

/** Source: BreakdownRule. */
const brokenDown = (rule: PolicyRule): readonly SimpleRule[] =>
  breakdownRule(rule).map(({ verbs, apiGroups, resources, resourceNames, nonResourceURLs }) => ({
    verb: verbs[0] ?? '',
    apiGroup: apiGroups?.[0] ?? '',
    resource: resources?.[0] ?? '',
    name: resourceNames?.[0] ?? '',
    url: nonResourceURLs?.[0] ?? '',
  }));

function holds(
  authorize: Authorize,
  user: UserInfo,
  namespace: string,
  { verb, apiGroup, resource: full, name, url }: SimpleRule,
): boolean {
  const slash = full.indexOf('/');
  const resource = slash < 0 ? full : full.slice(0, slash);
  const subresource = slash < 0 ? '' : full.slice(slash + 1);
  const question = { user, verb, group: apiGroup, resource, subresource, namespace, name };
  return authorize(url === '' ? question : { ...question, path: url }).allowed;
}

/** Rules for the same resources in one line, with all their verbs. Source: CompactString. */
function compacted(rules: readonly SimpleRule[]): readonly string[] {
  const verbs = new Map<string, string[]>();
  for (const { apiGroup, resource, name, url, verb } of rules) {
    const parts =
      url === ''
        ? [`APIGroups:["${apiGroup}"]`, `Resources:["${resource}"]`]
        : [`NonResourceURLs:["${url}"]`];
    if (name !== '') parts.push(`ResourceNames:["${name}"]`);
    const key = parts.join(', ');
    const known = verbs.get(key);
    if (known === undefined) verbs.set(key, [verb]);
    else if (!known.includes(verb)) known.push(verb);
  }
  return [...verbs]
    .map(([key, list]) => `{${key}, Verbs:[${list.map((verb) => `"${verb}"`).join(' ')}]}`)
    .sort();
}
