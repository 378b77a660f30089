/**
 * Lets a user act as another one, if the authorizer allows that.
 *
 * Models k8s.io/apiserver pkg/endpoints/filters/impersonation.go (the verb `impersonate` on users,
 * groups, serviceaccounts, uids and userextras), which in 1.36 is what WithConstrainedImpersonation
 * falls back to. Several groups stand in one header, separated by commas.
 */
import { internalError } from '#k8s.io/apimachinery/errors';
import type { HttpRequest } from '#k8s.io/client-go/rest/http';
import type { Tracer } from '#trace/tracer';
import { allAuthenticated } from '../authenticator/authenticator.ts';
import { anonymous } from '../authenticator/union.ts';
import type { Attributes } from '../authorizer/authorizer.ts';
import type { UnionAuthorizer } from '../authorizer/union.ts';
import type { UserInfo } from '../registry/rest-storage.ts';
import { statusReply } from '../replies.ts';
import { component, type Filter } from './filter.ts';
import { forbiddenStatus } from './forbidden.ts';

const extraPrefix = 'impersonate-extra-';

export const withConstrainedImpersonation = (
  tracer: Tracer,
  authorizer: UnionAuthorizer,
): Filter => ({
  name: 'WithConstrainedImpersonation',
  enter(exchange) {
    const { headers } = exchange.http;
    const name = headers['impersonate-user'];
    if (name === undefined) {
      const other = Object.keys(headers).some((header) => header.startsWith('impersonate-'));
      return other ? statusReply(internalError(noUser)) : undefined;
    }
    const requested = requestedUser(name, headers);
    for (const question of questions(exchange.user, requested)) {
      const { allowed, reason } = authorizer.authorize(question);
      if (!allowed) return statusReply(forbiddenStatus(question, reason));
    }
    exchange.originalUser = exchange.user;
    exchange.user = withUsualGroups(requested);
    const { groups } = exchange.user;
    tracer.emit({ type: 'Impersonated', component, request: exchange.http.id, user: name, groups });
    return undefined;
  },
});

const noUser = 'requested [] without impersonating a user';

function requestedUser(name: string, headers: HttpRequest['headers']): UserInfo {
  const extra: Record<string, readonly string[]> = {};
  for (const header in headers) {
    if (header.startsWith(extraPrefix)) {
      extra[header.slice(extraPrefix.length)] = [headers[header] ?? ''];
    }
  }
  const groups = (headers['impersonate-group'] ?? '').split(',').filter((group) => group !== '');
  return { name, uid: headers['impersonate-uid'] ?? '', groups, extra };
}

/** One question for each part of the identity that is taken on. */
function* questions(user: UserInfo, requested: UserInfo): Generator<Attributes, void, unknown> {
  const base = {
    user,
    verb: 'impersonate',
    isResourceRequest: true,
    group: '',
    subresource: '',
    namespace: '',
    path: '',
    fieldSelector: '',
  };
  const account = /^system:serviceaccount:([^:]+):([^:]+)$/.exec(requested.name);
  if (account === null) yield { ...base, resource: 'users', name: requested.name };
  else {
    const [, namespace = '', name = ''] = account;
    yield { ...base, resource: 'serviceaccounts', namespace, name };
  }
  for (const name of requested.groups) yield { ...base, resource: 'groups', name };
  const group = 'authentication.k8s.io';
  if (requested.uid !== '') yield { ...base, group, resource: 'uids', name: requested.uid };
  for (const [subresource, values] of Object.entries(requested.extra)) {
    for (const name of values) yield { ...base, group, resource: 'userextras', subresource, name };
  }
}

/** The groups that authentication would have added. */
function withUsualGroups(requested: UserInfo): UserInfo {
  const account = /^system:serviceaccount:([^:]+):[^:]+$/.exec(requested.name);
  const groups =
    requested.groups.length === 0 && account !== null
      ? ['system:serviceaccounts', `system:serviceaccounts:${account[1]}`]
      : [...requested.groups];
  const isAnonymous = requested.name === anonymous.name;
  const usual = isAnonymous ? 'system:unauthenticated' : allAuthenticated;
  const other = isAnonymous ? allAuthenticated : 'system:unauthenticated';
  if (!groups.includes(usual) && !groups.includes(other)) groups.push(usual);
  return { ...requested, groups };
}
