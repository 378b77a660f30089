/**
 * PATCH: json, merge and strategic-merge patches.
 *
 * Models k8s.io/apiserver pkg/endpoints/handlers/patch.go: the patch is applied to the stored
 * object inside the storage loop, so it is applied again after a lost race. Server-side apply is
 * refused with 415.
 */
import { err, ok, type Result } from '#base/result';
import { decodeObject } from '#k8s.io/apimachinery/decode';
import {
  badRequest,
  decodeError,
  invalid,
  notFound,
  unknownError,
  unsupportedMediaType,
} from '#k8s.io/apimachinery/errors';
import { invalidValue } from '#k8s.io/apimachinery/field-error';
import {
  asJson,
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '#k8s.io/apimachinery/json-value';
import type { KubeObject, Status } from '#k8s.io/apimachinery/meta/v1';
import { applyMergePatch } from '#k8s.io/apimachinery/patch/json-merge-patch';
import { applyJsonPatch, type JsonPatchOperation } from '#k8s.io/apimachinery/patch/json-patch';
import { applyStrategicMergePatch } from '#k8s.io/apimachinery/patch/strategic-merge';
import { groupResource } from '#k8s.io/apimachinery/resources';
import { schemaForKind } from '#k8s.io/apimachinery/schema/schema';
import { component } from '../filters/filter.ts';
import type { UpdateTransform } from '../registry/rest-storage.ts';
import { objectReply, statusReply } from '../replies.ts';
import { expectedKind, validateFields } from './decode.ts';
import type { ResourceHandler, ResourceRequest } from './handler.ts';
import { transform } from './negotiation.ts';
import { checkOptions, fieldValidationOf } from './options.ts';
import { notSupported } from './write.ts';

const jsonPatch = 'application/json-patch+json';
const mergePatch = 'application/merge-patch+json';
const strategicMergePatch = 'application/strategic-merge-patch+json';
/** application/apply-patch+yaml is not among them: server-side apply is not modelled. */
const patchTypes = [jsonPatch, mergePatch, strategicMergePatch];

/** Source: PatchResource. 200. */
export const patchResource: ResourceHandler = function* (context, request) {
  const { storage, attrs, exchange, negotiated } = request;
  if (storage.update === undefined) return notSupported(request);
  const contentType = exchange.http.headers['content-type'] ?? '';
  if (!patchTypes.includes(contentType)) return statusReply(unsupportedMediaType(patchTypes));
  const problem = checkOptions(exchange.info.query, 'PatchOptions');
  if (problem !== undefined) return statusReply(problem);
  exchange.requestObject = exchange.http.body;
  context.tracer.emit({
    type: 'Decoded',
    component,
    request: exchange.http.id,
    contentType,
    fieldValidation: fieldValidationOf(exchange.info.query),
    problems: [],
  });
  const patched = yield* storage.update(attrs, patchTransform(request, contentType));
  if (!patched.ok) return statusReply(patched.error);
  const { object, created } = patched.value;
  return objectReply(transform(negotiated, storage, object, attrs), created ? 201 : 200);
};

function patchTransform(request: ResourceRequest, contentType: string): UpdateTransform {
  const { resource, attrs, exchange } = request;
  return (current) => {
    if (current === undefined) return err(notFound(groupResource(resource), attrs.name));
    const patched = applyPatch(contentType, exchange.http.body as JsonValue, current);
    if (!patched.ok) return patched;
    if (!isJsonObject(patched.value)) return err(badRequest('the patch makes no object'));
    const decoded = decodeChanged(request, asJson(current), patched.value);
    return decoded.ok ? checkIdentity(request, decoded.value) : decoded;
  };
}

function applyPatch(
  contentType: string,
  patch: JsonValue,
  current: KubeObject,
): Result<JsonValue, Status> {
  const document = asJson(current);
  if (contentType === jsonPatch) {
    if (!isJsonArray(patch)) return err(badRequest('error decoding patch: not a list'));
    const operations = patch as unknown as readonly JsonPatchOperation[];
    const patched = applyJsonPatch(document, operations);
    // Source: applyJSPatch: what does not apply is 422, without a body of causes.
    return patched.ok ? patched : err(genericInvalid(patched.error));
  }
  if (!isJsonObject(patch)) return err(badRequest('error decoding patch: not an object'));
  if (contentType === mergePatch) return ok(applyMergePatch(document, patch));
  const schema = schemaForKind(current.apiVersion, current.kind);
  if (schema === undefined) return err(unsupportedMediaType([jsonPatch, mergePatch]));
  const merged = applyStrategicMergePatch(document, patch, schema);
  return merged.ok ? merged : err(unknownError(merged.error));
}

const genericInvalid = (message: string): Status => ({
  ...unknownError(`the server rejected our request due to an error in our request: ${message}`),
  reason: 'Invalid',
  code: 422,
});

/**
 * Reads the members that the patch changed into the kind's type. The others are the stored ones
 * and stay the very same values, which keeps later comparisons cheap.
 */
function decodeChanged(
  request: ResourceRequest,
  current: JsonObject,
  patched: JsonObject,
): Result<KubeObject, Status> {
  const { apiVersion, version, kind } = expectedKind(request);
  const changed: Record<string, JsonValue> = { apiVersion, kind };
  for (const key in patched) {
    const value = patched[key];
    if (value !== undefined && value !== current[key]) changed[key] = value;
  }
  const decoded = decodeObject(changed);
  if (!decoded.ok) return err(decodeError(kind, version, decoded.error));
  const merged: Record<string, JsonValue> = { ...decoded.value.object };
  for (const key in patched) {
    const value = patched[key];
    if (value !== undefined && value === current[key]) merged[key] = value;
  }
  const object = merged as unknown as KubeObject;
  const checked = validateFields(request, object, decoded.value.strictErrors);
  return checked.ok ? ok(checked.value.object) : checked;
}

/** A patch may not move the object. Source: rest.BeforeUpdate, ValidateObjectMetaUpdate. */
function checkIdentity(request: ResourceRequest, object: KubeObject): Result<KubeObject, Status> {
  const { attrs, resource } = request;
  const { name, namespace = '' } = object.metadata;
  if (resource.namespaced && namespace !== attrs.namespace) {
    return err(badRequest('the namespace of the object does not match the namespace on the URL'));
  }
  if (name === attrs.name) return ok(object);
  const error = invalidValue('metadata.name', name, 'field is immutable');
  return err(invalid({ group: resource.group, kind: resource.kind }, attrs.name, [error]));
}
