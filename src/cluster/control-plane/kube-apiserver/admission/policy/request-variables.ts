/**
 * The variables of a change for the expressions of policies and match conditions.
 *
 * Models k8s.io/apiserver pkg/admission/plugin/cel: `object`, `oldObject`, `request`, `params`,
 * `namespaceObject`, `authorizer`. A delete has no `object`, a create no `oldObject`.
 */

import type { KubeObject } from '#k8s.io/apimachinery/meta/v1';
import { type ResourceInfo, subresourceOf } from '#k8s.io/apimachinery/resources';
import type { Variables } from '#k8s.io/apiserver/cel/environment';
import {
  type AskAuthorizer,
  AuthorizerValue,
  authorizerType,
} from '#k8s.io/apiserver/cel/library/authz';
import { toCel } from '#k8s.io/apiserver/cel/values';
import type { UserInfo } from '../../authenticator/user-info.ts';
import type { AdmissionAttributes, AdmissionEnvironment } from '../admission.ts';

/** The variables of an expression, with their types. */
export const declared = (hasParams: boolean, hasAuthorizer = true): Variables => ({
  object: 'dyn',
  oldObject: 'dyn',
  request: 'dyn',
  namespaceObject: 'dyn',
  ...(hasParams && { params: 'dyn' }),
  ...(hasAuthorizer && { authorizer: authorizerType }),
});

export type Values = Readonly<Record<string, unknown>>;

/** Their values for one change. Source: CreateAdmissionRequest, ForInput. */
export function requestVariables(
  environment: AdmissionEnvironment,
  attributes: AdmissionAttributes,
  matched: ResourceInfo,
  namespace: KubeObject | undefined,
): Values {
  const { operation, object, old } = attributes;
  const ofNamespace = attributes.request.resource.plural === 'namespaces';
  return {
    object: operation === 'DELETE' ? null : toCel(object),
    oldObject: toCel(operation === 'DELETE' ? (old ?? object) : old),
    request: toCel(admissionRequest(attributes, matched)),
    namespaceObject: ofNamespace ? null : toCel(namespace),
    authorizer: authorizerOf(environment, attributes),
  };
}

/** Source: k8s.io/api/admission/v1 AdmissionRequest, without the objects. */
export function admissionRequest(
  { request, operation, object }: AdmissionAttributes,
  matched: ResourceInfo,
): object {
  const { resource, subresource, user, namespace, dryRun } = request;
  const kind = (info: ResourceInfo) => {
    const sub = subresource === '' ? undefined : subresourceOf(info, subresource);
    if (sub === undefined) return { group: info.group, version: info.version, kind: info.kind };
    return { group: sub.group, version: sub.group === '' ? 'v1' : info.version, kind: sub.kind };
  };
  const plural = ({ group, version, plural: name }: ResourceInfo) => ({
    group,
    version,
    resource: name,
  });
  const extra = Object.keys(user.extra).length > 0 ? { extra: user.extra } : {};
  return {
    kind: kind(matched),
    resource: plural(matched),
    ...(subresource !== '' && { subResource: subresource, requestSubResource: subresource }),
    requestKind: kind(resource),
    requestResource: plural(resource),
    name: request.name || (object.metadata?.name ?? ''),
    ...(namespace !== '' && { namespace }),
    operation,
    userInfo: {
      username: user.name,
      ...(user.uid !== '' && { uid: user.uid }),
      groups: user.groups,
      ...extra,
    },
    dryRun,
  };
}

function authorizerOf(
  { authorize }: AdmissionEnvironment,
  { request }: AdmissionAttributes,
): AuthorizerValue {
  const ask: AskAuthorizer = ({ user, ...question }) =>
    authorize({ ...question, user: user === 'requester' ? request.user : serviceAccount(user) });
  return new AuthorizerValue(ask, {
    user: 'requester',
    verb: '',
    path: '',
    group: request.resource.group,
    resource: request.resource.plural,
    subresource: request.subresource,
    namespace: request.namespace,
    name: request.name,
  });
}

const serviceAccount = (named: {
  readonly namespace: string;
  readonly serviceAccount: string;
}): UserInfo => ({
  name: `system:serviceaccount:${named.namespace}:${named.serviceAccount}`,
  uid: '',
  groups: [
    'system:serviceaccounts',
    `system:serviceaccounts:${named.namespace}`,
    'system:authenticated',
  ],
  extra: {},
});
