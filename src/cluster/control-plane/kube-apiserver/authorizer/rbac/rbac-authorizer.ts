/**
 * A user's permissions by the roles that are bound to the user.
 *
 * Models kubernetes plugin/pkg/auth/authorizer/rbac/rbac.go and pkg/registry/rbac/validation
 * rule.go VisitRulesFor: all ClusterRoleBindings, then the RoleBindings of the namespace. Bindings
 * are indexed by subject when the caches change, and the rules of a user are compiled once until
 * something changes, so that no request scans bindings. (Upstream visits bindings in the order of a
 * Go map; here they are sorted by name.)
 */

import { must } from '#base/assert';
import type { ClusterRoleBinding, PolicyRule, RoleBinding, Subject } from '#k8s.io/api/rbac/v1';
import type { KubeObject } from '#k8s.io/apimachinery/meta/v1';
import { type ResourceInfo, resourceForKind } from '#k8s.io/apimachinery/resources';
import type { UserInfo } from '../../authenticator/user-info.ts';
import type { ResourceCache } from '../../storage/resource-cache.ts';
import type { Attributes, Authorizer, UserRules, Verdict } from '../authorizer.ts';
import { RuleSet } from './rule.ts';

type Binding = ClusterRoleBinding | RoleBinding;

/** A user's compiled rules by namespace; `` is the cluster. Valid for one generation. */
interface CompiledUser {
  readonly generation: number;
  readonly byNamespace: Map<string, RuleSet>;
}

const rbac = (kind: string): ResourceInfo =>
  must(resourceForKind('rbac.authorization.k8s.io/v1', kind), kind);

export class RbacAuthorizer implements Authorizer {
  readonly name = 'RBAC';
  readonly #roles: ResourceCache;
  readonly #clusterRoles: ResourceCache;
  readonly #bindings = new SubjectIndex();
  readonly #compiled = new WeakMap<UserInfo, CompiledUser>();
  #generation = 0;

  constructor(cache: (resource: ResourceInfo) => ResourceCache) {
    this.#roles = cache(rbac('Role'));
    this.#clusterRoles = cache(rbac('ClusterRole'));
    for (const roles of [this.#roles, this.#clusterRoles]) {
      roles.addHandler(() => {
        this.#generation++;
      });
    }
    for (const bindings of [cache(rbac('ClusterRoleBinding')), cache(rbac('RoleBinding'))]) {
      bindings.addHandler((object, previous) => {
        this.#generation++;
        if (previous !== undefined) this.#bindings.remove(previous as Binding);
        if (object !== undefined) this.#bindings.add(object as Binding);
      });
    }
  }

  authorize(attributes: Attributes): Verdict {
    const rules = this.#rulesOf(attributes.user, attributes.namespace);
    const verdict = rules.decide(attributes);
    if (verdict.decision === 'allow' || rules.errors.length === 0) return verdict;
    return { ...verdict, reason: `RBAC: ${aggregate(rules.errors)}` };
  }

  /** Source: RBACAuthorizer.RulesFor. */
  rulesFor(user: UserInfo, namespace: string): UserRules {
    const { rules, errors } = this.#rulesOf(user, namespace);
    return { rules, error: errors.length === 0 ? '' : aggregate(errors) };
  }

  #rulesOf(user: UserInfo, namespace: string): RuleSet {
    let compiled = this.#compiled.get(user);
    if (compiled?.generation !== this.#generation) {
      compiled = { generation: this.#generation, byNamespace: new Map() };
      this.#compiled.set(user, compiled);
    }
    let rules = compiled.byNamespace.get(namespace);
    if (rules === undefined) {
      rules = this.#compile(user, namespace);
      compiled.byNamespace.set(namespace, rules);
    }
    return rules;
  }

  #compile(user: UserInfo, namespace: string): RuleSet {
    const rules = new RuleSet();
    for (const scope of namespace === '' ? [''] : ['', namespace]) {
      for (const { binding, subject } of this.#bindings.of(user, scope)) {
        const found = this.#rulesOfRole(binding);
        if (typeof found === 'string') rules.errors.push(found);
        else rules.add(found, reasonOf(binding, subject), referenceTo(binding));
      }
    }
    return rules;
  }

  /** The rules of the role that a binding names, or the reason why there are none. */
  #rulesOfRole({ roleRef, metadata }: Binding): readonly PolicyRule[] | string {
    const cluster = roleRef.kind === 'ClusterRole';
    const role = cluster
      ? this.#clusterRoles.get(roleRef.name)
      : this.#roles.get(`${metadata.namespace ?? ''}/${roleRef.name}`);
    if (role !== undefined) return (role as KubeObject & { rules?: PolicyRule[] }).rules ?? [];
    const resource = `${roleRef.kind.toLowerCase()}.rbac.authorization.k8s.io`;
    return `${resource} "${roleRef.name}" not found`;
  }
}

interface BoundSubject {
  readonly binding: Binding;
  readonly subject: Subject;
}

/** Bindings by scope (namespace, `` for the cluster) and subject. */
class SubjectIndex {
  readonly #sets = new Map<string, Map<string, BoundSubject>>();

  add(binding: Binding): void {
    const scope = binding.metadata.namespace ?? '';
    for (const subject of binding.subjects ?? []) {
      const key = subjectKey(scope, subject);
      const set = this.#sets.get(key) ?? new Map<string, BoundSubject>();
      this.#sets.set(key, set);
      // Of several subjects that match a user, the first is named in the reason.
      if (!set.has(binding.metadata.name)) set.set(binding.metadata.name, { binding, subject });
    }
  }

  remove(binding: Binding): void {
    const scope = binding.metadata.namespace ?? '';
    for (const subject of binding.subjects ?? []) {
      this.#sets.get(subjectKey(scope, subject))?.delete(binding.metadata.name);
    }
  }

  /**
   * All bindings of this user in one scope, by name; each once, with its first matching subject.
   */
  of(user: UserInfo, scope: string): readonly BoundSubject[] {
    const keys = [`${scope}\nUser\n${user.name}`];
    for (const group of user.groups) keys.push(`${scope}\nGroup\n${group}`);
    const account = serviceAccountPrefix.exec(user.name);
    if (account !== null) keys.push(`${scope}\nServiceAccount\n${account[1]}/${account[2]}`);
    const found = new Map<string, BoundSubject>();
    for (const key of keys) {
      for (const [name, bound] of this.#sets.get(key) ?? []) {
        const other = found.get(name);
        if (other === undefined || isBefore(bound, other)) found.set(name, bound);
      }
    }
    return [...found.keys()].sort().map((name) => must(found.get(name), name));
  }
}

const serviceAccountPrefix = /^system:serviceaccount:([^:]+):([^:]+)$/;

const isBefore = (a: BoundSubject, b: BoundSubject): boolean => {
  const subjects = a.binding.subjects ?? [];
  return subjects.indexOf(a.subject) < subjects.indexOf(b.subject);
};

function subjectKey(scope: string, subject: Subject): string {
  if (subject.kind !== 'ServiceAccount') return `${scope}\n${subject.kind}\n${subject.name}`;
  const namespace = subject.namespace ?? scope;
  return `${scope}\nServiceAccount\n${namespace}/${subject.name}`;
}

/** The binding as the end of its key in the store: `rolebindings/team/admins`. */
function referenceTo({ kind, metadata: { name, namespace } }: Binding): string {
  const folder = `${kind.toLowerCase()}s`;
  return namespace === undefined ? `${folder}/${name}` : `${folder}/${namespace}/${name}`;
}

/** Names are printed as `name/namespace`. Source: clusterRoleBindingDescriber.String. */
function reasonOf(binding: Binding, subject: Subject): string {
  const { name, namespace } = binding.metadata;
  const bindingName = namespace === undefined ? name : `${name}/${namespace}`;
  const subjectNamespace = subject.namespace ?? namespace ?? '';
  const subjectName =
    subject.kind === 'ServiceAccount' ? `${subject.name}/${subjectNamespace}` : subject.name;
  const role = `${binding.roleRef.kind} "${binding.roleRef.name}"`;
  const to = `${subject.kind} "${subjectName}"`;
  return `RBAC: allowed by ${binding.kind} "${bindingName}" of ${role} to ${to}`;
}

/** Source: utilerrors.Aggregate. */
const aggregate = (errors: readonly string[]): string => {
  const distinct = [...new Set(errors)];
  return distinct.length === 1 ? (distinct[0] as string) : `[${distinct.join(', ')}]`;
};
