/**
 * Lets a user act as another one if the authorizers allow it.
 *
 * Models k8s.io/apiserver pkg/endpoints/filters/impersonation: first the constrained modes, each of
 * which checks whether this request may be impersonated (`impersonate-on:MODE:VERB`) and then
 * whether this identity may be taken on (`impersonate:MODE`); last the older verb `impersonate`.
 * When no mode allows it, the first refusal is returned. Several groups are in one header,
 * separated by commas.
 */
import { assert } from '#base/assert';
import { badRequest } from '#k8s.io/apimachinery/errors';
import type { Status } from '#k8s.io/apimachinery/meta/v1';
import type { HttpRequest } from '#k8s.io/client-go/rest/http';
import type { Tracer } from '#trace/tracer';
import { allAuthenticated } from '../authenticator/authenticator.ts';
import { anonymous } from '../authenticator/union.ts';
import type { UserInfo } from '../authenticator/user-info.ts';
import { type Attributes, attributesOf } from '../authorizer/authorizer.ts';
import type { UnionAuthorizer } from '../authorizer/union.ts';
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
      return other ? statusReply(badRequest(nobody(requestedUser('', headers)))) : undefined;
    }
    const requested = requestedUser(name, headers);
    const answer = impersonated(authorizer, attributesOf(exchange.user, exchange.info), requested);
    if ('refusal' in answer) return statusReply(answer.refusal);
    exchange.originalUser = exchange.user;
    exchange.user = answer.user;
    const { groups } = exchange.user;
    tracer.emit({ type: 'Impersonated', component, request: exchange.http.id, user: name, groups });
    return undefined;
  },
});

/** Source: processImpersonationHeaders; Go's %#v prints the user. */
function nobody({ uid, groups, extra }: UserInfo): string {
  const list = (texts: readonly string[]): string =>
    `[]string{${texts.map((text) => JSON.stringify(text)).join(', ')}}`;
  const keys = Object.keys(extra).sort();
  const pairs = keys.map((key) => `${JSON.stringify(key)}:${list(extra[key] ?? [])}`);
  const shownGroups = groups.length === 0 ? '[]string(nil)' : list(groups);
  const shownExtra = `map[string][]string${pairs.length === 0 ? '(nil)' : `{${pairs.join(', ')}}`}`;
  return (
    `requested &user.DefaultInfo{Name:"", UID:${JSON.stringify(uid)}, Groups:${shownGroups}, ` +
    `Extra:${shownExtra}} without impersonating a user name`
  );
}

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

interface Mode {
  /** Empty for the older mode. */
  readonly name: string;
  readonly takes: (requested: UserInfo, requestor: UserInfo) => boolean;
}

const nodeUser = /^system:node:(.+)$/;
const accountUser = /^system:serviceaccount:([^:]+):([^:]+)$/;
const nodeNameKey = 'authentication.kubernetes.io/node-name';

const onlyName = ({ uid, groups, extra }: UserInfo): boolean =>
  uid === '' && groups.length === 0 && Object.keys(extra).length === 0;

/** Source: mode.go allImpersonationModes, in its order. */
const modes: readonly Mode[] = [
  {
    name: 'associated-node',
    takes: (requested, requestor) => {
      const node = nodeUser.exec(requested.name)?.[1];
      const [own, ...more] = requestor.extra[nodeNameKey] ?? [];
      const account = accountUser.test(requestor.name);
      return (
        onlyName(requested) && account && more.length === 0 && own === node && own !== undefined
      );
    },
  },
  { name: 'arbitrary-node', takes: (one) => onlyName(one) && nodeUser.test(one.name) },
  { name: 'serviceaccount', takes: (one) => onlyName(one) && accountUser.test(one.name) },
  { name: 'user-info', takes: ({ name }) => !nodeUser.test(name) && !accountUser.test(name) },
  { name: '', takes: () => true },
];

/** The user that the request acts as, or the first mode's refusal. */
function impersonated(
  authorizer: UnionAuthorizer,
  attributes: Attributes,
  requested: UserInfo,
): { readonly user: UserInfo } | { readonly refusal: Status } {
  let first: Status | undefined;
  for (const { name, takes } of modes) {
    if (!takes(requested, attributes.user)) continue;
    const refusal = refusalOf(authorizer, attributes, requested, name);
    if (refusal === undefined) return { user: withUsualGroups(requested, name) };
    first ??= refusal;
  }
  assert(first !== undefined, 'the last mode takes every request');
  return { refusal: first };
}

function refusalOf(
  authorizer: UnionAuthorizer,
  attributes: Attributes,
  requested: UserInfo,
  mode: string,
): Status | undefined {
  const on = { ...attributes, verb: `impersonate-on:${mode}:${attributes.verb}` };
  const asked = [...(mode === '' ? [] : [on]), ...questions(attributes.user, requested, mode)];
  for (const question of asked) {
    const never = mode === '' ? undefined : neverAllowed(question);
    if (never !== undefined) return forbiddenStatus(question, never);
    const { allowed, reason } = authorizer.authorize(question);
    if (!allowed) return forbiddenStatus(question, reason);
  }
  return undefined;
}

const neverAllowed = ({ resource, name }: Attributes): string | undefined =>
  resource === 'groups' && name === 'system:masters'
    ? 'impersonating the system:masters group is not allowed'
    : undefined;

/** One authorizer request for each part of the identity that is taken on. */
function* questions(
  user: UserInfo,
  requested: UserInfo,
  mode: string,
): Generator<Attributes, void, unknown> {
  const group = 'authentication.k8s.io';
  const base = {
    user,
    verb: mode === '' ? 'impersonate' : `impersonate:${mode}`,
    isResourceRequest: true,
    // The constrained modes use this group for every kind of identity, the older mode the core
    // group for users and groups.
    group: mode === '' ? '' : group,
    subresource: '',
    namespace: '',
    path: '',
    fieldSelector: '',
  };
  const account = accountUser.exec(requested.name);
  const node = mode === '' ? null : nodeUser.exec(requested.name);
  if (account !== null) {
    const [, namespace = '', name = ''] = account;
    yield { ...base, resource: 'serviceaccounts', namespace, name };
  } else if (node !== null) {
    const name = mode === 'associated-node' ? '*' : (node[1] ?? '');
    yield { ...base, resource: 'nodes', name };
  } else yield { ...base, resource: 'users', name: requested.name };
  if (requested.uid !== '') {
    yield { ...base, group, resource: 'uids', name: requested.uid };
  }
  for (const name of requested.groups) yield { ...base, resource: 'groups', name };
  for (const [subresource, values] of Object.entries(requested.extra)) {
    for (const name of values) yield { ...base, group, resource: 'userextras', subresource, name };
  }
}

/** Adds the groups that authentication would have added. */
function withUsualGroups(requested: UserInfo, mode: string): UserInfo {
  if (mode.endsWith('-node')) {
    return { ...requested, groups: ['system:nodes', allAuthenticated] };
  }
  const account = accountUser.exec(requested.name);
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
