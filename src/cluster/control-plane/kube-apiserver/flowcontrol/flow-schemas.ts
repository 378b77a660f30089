/**
 * Determines the flow schema of a request.
 *
 * Models k8s.io/apiserver pkg/util/flowcontrol rule.go and apf_controller.go: the schema with the
 * lowest matchingPrecedence whose subjects and rules both match; the mandatory `exempt` and
 * `catch-all` always exist. The schemas that match a user's name and groups are determined once.
 */
import type {
  FlowSchema,
  PolicyRulesWithSubjects,
  ResourcePolicyRule,
  Subject,
} from '#k8s.io/api/flowcontrol/v1';
import type { UserInfo } from '../authenticator/user-info.ts';
import { matchesPattern } from '../authorizer/rbac/rule.ts';
import type { RequestInfo } from '../filters/request-info.ts';

export interface Flow {
  readonly schema: FlowSchema;
  /**
   * The user or namespace by which one schema separates its flows; empty: all requests are one
   * flow.
   */
  readonly distinguisher: string;
}

/** What is cached for one user. */
interface Known {
  readonly candidates: readonly Candidate[];
  /** Equal requests share one RequestInfo, so that their flow is determined once. */
  readonly flows: WeakMap<RequestInfo, Flow>;
}

/** A schema with its rules that match one user. */
interface Candidate {
  readonly schema: FlowSchema;
  readonly rules: readonly PolicyRulesWithSubjects[];
}

export class FlowSchemas {
  readonly #schemas: readonly FlowSchema[];
  readonly #known = new WeakMap<UserInfo, Known>();

  constructor(schemas: readonly FlowSchema[]) {
    this.#schemas = schemas.toSorted(byPrecedence);
  }

  /** The catch-all matches everything: without a match the simulator has a bug. */
  match(user: UserInfo, info: RequestInfo): Flow {
    let known = this.#known.get(user);
    if (known === undefined) {
      known = { candidates: this.#candidatesFor(user), flows: new WeakMap() };
      this.#known.set(user, known);
    }
    let flow = known.flows.get(info);
    if (flow === undefined) {
      flow = firstMatch(known.candidates, user, info);
      known.flows.set(info, flow);
    }
    return flow;
  }

  #candidatesFor(user: UserInfo): readonly Candidate[] {
    return this.#schemas.flatMap((schema) => {
      const rules = (schema.spec.rules ?? []).filter(({ subjects }) =>
        subjects.some((subject) => matchesSubject(subject, user)),
      );
      return rules.length === 0 ? [] : [{ schema, rules }];
    });
  }
}

function firstMatch(candidates: readonly Candidate[], user: UserInfo, info: RequestInfo): Flow {
  for (const { schema, rules } of candidates) {
    if (rules.some((rule) => matchesRule(rule, info))) {
      return { schema, distinguisher: distinguisherOf(schema, user, info) };
    }
  }
  throw new Error(`no flow schema for ${user.name} ${info.verb} ${info.path}`);
}

/** Schemas of equal precedence are ordered by name. */
function byPrecedence(a: FlowSchema, b: FlowSchema): number {
  const difference = (a.spec.matchingPrecedence ?? 1000) - (b.spec.matchingPrecedence ?? 1000);
  if (difference !== 0) return difference;
  return a.metadata.name < b.metadata.name ? -1 : 1;
}

function matchesSubject(subject: Subject, user: UserInfo): boolean {
  if (subject.user !== undefined)
    return subject.user.name === '*' || subject.user.name === user.name;
  if (subject.group !== undefined) {
    return subject.group.name === '*' || user.groups.includes(subject.group.name);
  }
  const account = subject.serviceAccount;
  if (account === undefined) return false;
  const prefix = `system:serviceaccount:${account.namespace}:`;
  return account.name === '*' ? user.name.startsWith(prefix) : user.name === prefix + account.name;
}

function matchesRule(rule: PolicyRulesWithSubjects, info: RequestInfo): boolean {
  if (info.isResourceRequest) {
    return rule.resourceRules?.some((resourceRule) => matchesResource(resourceRule, info)) ?? false;
  }
  return (
    rule.nonResourceRules?.some(
      ({ verbs, nonResourceURLs }) =>
        includes(verbs, info.verb) && nonResourceURLs.some((url) => matchesPattern(url, info.path)),
    ) ?? false
  );
}

function matchesResource(rule: ResourcePolicyRule, info: RequestInfo): boolean {
  const { resource, subresource, namespace } = info;
  const full = subresource === '' ? resource : `${resource}/${subresource}`;
  if (!includes(rule.verbs, info.verb) || !includes(rule.apiGroups, info.group)) return false;
  if (!includes(rule.resources, full)) return false;
  if (namespace === '') return rule.clusterScope === true;
  return rule.namespaces !== undefined && includes(rule.namespaces, namespace);
}

const includes = (list: readonly string[], value: string): boolean =>
  list.includes(value) || list.includes('*');

function distinguisherOf({ spec }: FlowSchema, user: UserInfo, info: RequestInfo): string {
  switch (spec.distinguisherMethod?.type) {
    case 'ByUser':
      return user.name;
    case 'ByNamespace':
      return info.namespace;
    default:
      return '';
  }
}
