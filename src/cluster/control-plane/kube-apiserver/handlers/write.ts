/**
 * POST, PUT and DELETE.
 *
 * Models k8s.io/apiserver pkg/endpoints/handlers create.go, update.go and delete.go up to the call
 * to the registry, which admits, validates and stores.
 */
import { ok } from '#base/result';
import { methodNotSupported } from '#k8s.io/apimachinery/errors';
import { groupResource } from '#k8s.io/apimachinery/resources';
import type { Reply } from '../exchange.ts';
import { objectReply, statusReply } from '../replies.ts';
import { decodeBody } from './decode.ts';
import { isStatus, listOptionsOf, type ResourceHandler, type ResourceRequest } from './handler.ts';
import { checkListOptions } from './list-options.ts';
import { transform } from './negotiation.ts';
import { checkOptions, deleteOptionsOf } from './options.ts';

export const notSupported = ({ resource, attrs }: ResourceRequest): Reply =>
  statusReply(methodNotSupported(groupResource(resource), attrs.verb));

/** Source: createHandler. 201. */
export const createResource: ResourceHandler = function* (context, request) {
  const { storage, attrs, exchange, negotiated } = request;
  if (storage.create === undefined) return notSupported(request);
  const problem = checkOptions(exchange.info.query, 'CreateOptions');
  if (problem !== undefined) return statusReply(problem);
  const decoded = decodeBody(context, request);
  if (!decoded.ok) return statusReply(decoded.error);
  const created = yield* storage.create(attrs, decoded.value);
  if (!created.ok) return statusReply(created.error);
  return objectReply(transform(negotiated, storage, created.value, attrs), 201);
};

/** Source: UpdateResource. 200, or 201 when the resource allows a PUT to create. */
export const updateResource: ResourceHandler = function* (context, request) {
  const { storage, attrs, exchange, negotiated } = request;
  if (storage.update === undefined) return notSupported(request);
  const problem = checkOptions(exchange.info.query, 'UpdateOptions');
  if (problem !== undefined) return statusReply(problem);
  const decoded = decodeBody(context, request);
  if (!decoded.ok) return statusReply(decoded.error);
  const updated = yield* storage.update(attrs, () => ok(decoded.value));
  if (!updated.ok) return statusReply(updated.error);
  const { object, created } = updated.value;
  return objectReply(transform(negotiated, storage, object, attrs), created ? 201 : 200);
};

/** Source: DeleteResource. The object while it is being deleted, or a Status once it is gone. */
export const deleteResource: ResourceHandler = function* (_context, request) {
  const { storage, attrs, exchange, negotiated } = request;
  if (storage.delete === undefined) return notSupported(request);
  const options = deleteOptionsOf(exchange.http.body, exchange.info.query);
  if ('status' in options && isStatus(options)) return statusReply(options);
  exchange.requestObject = exchange.http.body;
  const dryRun = attrs.dryRun || options.dryRun?.includes('All') === true;
  const deleted = yield* storage.delete({ ...attrs, dryRun }, options);
  if (!deleted.ok) return statusReply(deleted.error);
  return objectReply(transform(negotiated, storage, deleted.value, attrs));
};

/** Source: DeleteCollection. */
export const deleteCollection: ResourceHandler = function* (_context, request) {
  const { storage, attrs, exchange, negotiated } = request;
  if (storage.deleteCollection === undefined) return notSupported(request);
  const options = deleteOptionsOf(exchange.http.body, exchange.info.query);
  if ('status' in options && isStatus(options)) return statusReply(options);
  const problem = checkListOptions(exchange.info.query, false);
  if (problem !== undefined) return statusReply(problem);
  exchange.requestObject = exchange.http.body;
  const dryRun = attrs.dryRun || options.dryRun?.includes('All') === true;
  const list = listOptionsOf(exchange);
  const deleted = yield* storage.deleteCollection({ ...attrs, dryRun }, options, list);
  if (!deleted.ok) return statusReply(deleted.error);
  return objectReply(transform(negotiated, storage, deleted.value, attrs));
};
