/** The message of a refused request. Source: handlers/responsewriters/errors.go Forbidden. */
import { forbidden } from '#k8s.io/apimachinery/errors';
import type { Status } from '#k8s.io/apimachinery/meta/v1';
import type { Attributes } from '../authorizer/authorizer.ts';

export function forbiddenStatus(attributes: Attributes, reason: string): Status {
  const text = messageOf(attributes);
  const message = reason === '' ? text : `${text}: ${reason}`;
  const { group, resource, name } = attributes;
  return forbidden({ group, resource }, name, message);
}

function messageOf(attributes: Attributes): string {
  const { user, verb, namespace, group, resource, subresource, path } = attributes;
  if (!attributes.isResourceRequest) return `User "${user.name}" cannot ${verb} path "${path}"`;
  const full = subresource === '' ? resource : `${resource}/${subresource}`;
  const what = `User "${user.name}" cannot ${verb} resource "${full}" in API group "${group}"`;
  return namespace === ''
    ? `${what} at the cluster scope`
    : `${what} in the namespace "${namespace}"`;
}
