/**
 * The interface of authorizers: a question and its answer. Models apiserver
 * authorization/authorizer.
 */
import type { PolicyRule } from '#k8s.io/api/rbac/v1';
import type { RbacTried } from '#trace/facts/kube-apiserver';
import type { UserInfo } from '../authenticator/user-info.ts';
import type { RequestInfo } from '../filters/request-info.ts';

export interface Attributes {
  readonly user: UserInfo;
  readonly verb: string;
  readonly isResourceRequest: boolean;
  readonly group: string;
  readonly resource: string;
  readonly subresource: string;
  readonly namespace: string;
  readonly name: string;
  readonly path: string;
  /** As in the query of a list, watch or deletecollection. */
  readonly fieldSelector: string;
}

export type Decision = 'allow' | 'deny' | 'no opinion';

export interface Verdict {
  readonly decision: Decision;
  readonly reason: string;
  /** Set when it could not decide because of an error. */
  readonly error?: string;
  /** The RBAC rule that decided, and what was tried. */
  readonly rbac?: RbacTried;
}

/**
 * The permissions of a user, as far as an authorizer can list them. Source: authorizer
 * RuleResolver.
 */
export interface UserRules {
  readonly rules: readonly PolicyRule[];
  /** Empty when the list is complete. */
  readonly error: string;
}

export interface Authorizer {
  readonly name: string;
  authorize(attributes: Attributes): Verdict;
  /** Absent when it cannot list permissions. */
  rulesFor?(user: UserInfo, namespace: string): UserRules;
}

/** The combined answer of all authorizers, with the answers of those that were asked. */
export interface UnionVerdict {
  readonly allowed: boolean;
  readonly reason: string;
  /** No authorizer allowed it, and one of them failed: 500. */
  readonly error?: string;
  readonly tried: readonly (Verdict & { readonly authorizer: string })[];
}

export const noOpinion: Verdict = { decision: 'no opinion', reason: '' };
export const allow: Verdict = { decision: 'allow', reason: '' };

/** Source: endpoints/filters/authorization.go GetAuthorizerAttributes. */
export const attributesOf = (user: UserInfo, info: RequestInfo): Attributes => ({
  user,
  verb: info.verb,
  isResourceRequest: info.isResourceRequest,
  group: info.group,
  resource: info.resource,
  subresource: info.subresource,
  namespace: info.namespace,
  name: info.name,
  path: info.path,
  fieldSelector: info.query['fieldSelector'] ?? '',
});
