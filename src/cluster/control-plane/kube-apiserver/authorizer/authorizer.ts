/** What authorizers are asked and what they answer. Models apiserver authorization/authorizer. */
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
  /** As it stands in the query of a list, watch or deletecollection. */
  readonly fieldSelector: string;
}

export type Decision = 'allow' | 'deny' | 'no opinion';

export interface Verdict {
  readonly decision: Decision;
  readonly reason: string;
  /** It could not decide because something is broken. */
  readonly error?: string;
  /** How RBAC came to it. */
  readonly rbac?: RbacTried;
}

/** What a user may do, as far as an authorizer can list it. Source: authorizer RuleResolver. */
export interface UserRules {
  readonly rules: readonly PolicyRule[];
  /** Empty when the list is whole. */
  readonly error: string;
}

export interface Authorizer {
  readonly name: string;
  authorize(attributes: Attributes): Verdict;
  /** Absent: it has no list to show. */
  rulesFor?(user: UserInfo, namespace: string): UserRules;
}

/** The answer of all authorizers together, with what each of those asked said. */
export interface UnionVerdict {
  readonly allowed: boolean;
  readonly reason: string;
  /** Nobody allowed it, and somebody could not be asked: 500. */
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
