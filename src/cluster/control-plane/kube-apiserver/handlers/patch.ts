/**
 * PATCH: json, merge, strategic-merge and apply patches.
 *
 * Models k8s.io/apiserver pkg/endpoints/handlers/patch.go: the patch is applied to the stored
 * object inside the storage loop, so it is applied again when another write came first. An apply
 * patch may create the object.
 */
import { err, ok, type Result } from '#base/result';
import { decodeObject } from '#k8s.io/apimachinery/decode';
import {
  badRequest,
  invalid,
  notFound,
  unknownError,
  unsupportedMediaType,
} from '#k8s.io/apimachinery/errors';
import { goQuote, invalidValue } from '#k8s.io/apimachinery/field-error';
import { jsonSyntaxError, jsonTypeError } from '#k8s.io/apimachinery/json-reader';
import {
  asJson,
  asObject,
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '#k8s.io/apimachinery/json-value';
import { withManagedFields } from '#k8s.io/apimachinery/managedfields/ledger';
import type { KubeObject, Status } from '#k8s.io/apimachinery/meta/v1';
import { applyMergePatch } from '#k8s.io/apimachinery/patch/json-merge-patch';
import { applyJsonPatch, type JsonPatchOperation } from '#k8s.io/apimachinery/patch/json-patch';
import { applyStrategicMergePatch } from '#k8s.io/apimachinery/patch/strategic-merge';
import { groupResource } from '#k8s.io/apimachinery/resources';
import { schemaForKind } from '#k8s.io/apimachinery/schema/schema';
import { isCustom } from '../apiextensions/custom-resource-info.ts';
import { unknownCustomFields } from '../apiextensions/custom-resource-strategy.ts';
import { component } from '../filters/filter.ts';
import type { UpdateTransform } from '../registry/rest-storage.ts';
import { objectReply, statusReply } from '../replies.ts';
import { applied, applyPatch } from './apply.ts';
import { tooLarge } from './body-limits.ts';
import { expectedKind, mediaTypeOf, namespaceMismatch, validateFields } from './decode.ts';
import type { HandlerContext, ResourceHandler, ResourceRequest } from './handler.ts';
import { transform } from './negotiation.ts';
import { checkPatchOptions, fieldValidationOf } from './options.ts';
import { conversionProblem, unreadablePatch, unreadableResult } from './patch-faults.ts';
import { notSupported } from './write.ts';

const jsonPatch = 'application/json-patch+json';
const mergePatch = 'application/merge-patch+json';
const strategicMergePatch = 'application/strategic-merge-patch+json';
const patchTypes = [jsonPatch, mergePatch, strategicMergePatch, applyPatch];

/** Source: PatchResource. 200. */
export const patchResource: ResourceHandler = function* (context, request) {
  const { storage, attrs, exchange, negotiated } = request;
  if (storage.update === undefined) return notSupported(request);
  const contentType = mediaTypeOf(exchange.http.headers['content-type'] ?? '');
  if (!patchTypes.includes(contentType)) return statusReply(unsupportedMediaType(patchTypes));
  const problem = checkPatchOptions(exchange.info.query, contentType === applyPatch);
  if (problem !== undefined) return statusReply(problem);
  const large = tooLarge(exchange.http.body);
  if (large !== undefined) return statusReply(large);
  exchange.requestObject = exchange.http.body;
  context.tracer.emit({
    type: 'Decoded',
    component,
    request: exchange.http.id,
    contentType,
    fieldValidation: fieldValidationOf(exchange.info.query),
    problems: [],
  });
  const patched = yield* storage.update(attrs, patchTransform(context, request, contentType));
  if (!patched.ok) return statusReply(patched.error);
  const { object, created } = patched.value;
  return objectReply(transform(negotiated, storage, object, attrs), created ? 201 : 200);
};

function patchTransform(
  { sim }: HandlerContext,
  request: ResourceRequest,
  contentType: string,
): UpdateTransform {
  const { resource, attrs, exchange } = request;
  const patch = exchange.http.body as JsonValue;
  if (contentType === applyPatch) {
    return (current) => {
      const result = applied(request, current, sim.now);
      if (!result.ok) return result;
      const checked = current === undefined ? result : checkIdentity(request, result.value);
      return checked.ok ? result : checked;
    };
  }
  const owners = touchesManagedFields(contentType, patch);
  return (stored) => {
    if (stored === undefined) return err(notFound(groupResource(resource), attrs.name));
    const current = owners ? withManagedFields(stored) : stored;
    const patched = patchedBy(contentType, patch, current);
    if (!patched.ok) return patched;
    if (!isJsonObject(patched.value)) return err(badRequest('the patch makes no object'));
    const decoded = decodeChanged(request, contentType, patch, asJson(current), patched.value);
    return decoded.ok ? checkIdentity(request, decoded.value) : decoded;
  };
}

/** Whether a patch changes managedFields, so that they must be written out for it. */
function touchesManagedFields(contentType: string, patch: JsonValue): boolean {
  if (contentType !== jsonPatch) {
    return isJsonObject(patch) && isJsonObject(patch['metadata'])
      ? 'managedFields' in patch['metadata']
      : false;
  }
  if (!isJsonArray(patch)) return false;
  return patch.some((step) => {
    const path = isJsonObject(step) ? step['path'] : undefined;
    return path === '' || path === '/metadata' || String(path).startsWith(managedFieldsPath);
  });
}

const managedFieldsPath = '/metadata/managedFields';

function patchedBy(
  contentType: string,
  patch: JsonValue,
  current: KubeObject,
): Result<JsonValue, Status> {
  const document = asJson(current);
  const unreadable = syntaxErrorOf(patch);
  if (unreadable !== undefined) {
    const strategic = contentType === strategicMergePatch;
    return err(badRequest(strategic ? unreadable : `error decoding patch: ${unreadable}`));
  }
  if (contentType === jsonPatch) {
    const unread = patchOperationsProblem(patch);
    if (unread !== undefined) return err(badRequest(`error decoding patch: ${unread}`));
    const operations = asObject<readonly JsonPatchOperation[]>(patch);
    const patched = applyJsonPatch(document, operations);
    // Source: applyJSPatch: an operation that fails gives a 422 without the reason.
    return patched.ok ? patched : err(genericInvalid);
  }
  if (patch === null) {
    return contentType === strategicMergePatch
      ? ok(document)
      : err(badRequest('invalid JSON Patch'));
  }
  if (!isJsonObject(patch)) {
    const text = jsonTypeError(patch, 'map[string]interface {}');
    const strategic = contentType === strategicMergePatch;
    return err(badRequest(strategic ? text : `error decoding patch: ${text}`));
  }
  if (contentType === mergePatch) return ok(applyMergePatch(document, patch));
  const schema = schemaForKind(current.apiVersion, current.kind);
  if (schema === undefined) return err(unsupportedMediaType([jsonPatch, mergePatch, applyPatch]));
  const merged = applyStrategicMergePatch(document, patch, schema);
  return merged.ok ? merged : err(unknownError(merged.error));
}

/** A body that is no JSON comes as its text. A text that is JSON does not begin with a brace. */
const syntaxErrorOf = (patch: JsonValue): string | undefined =>
  typeof patch === 'string' && /^\s*[{[]/.test(patch) ? jsonSyntaxError(patch) : undefined;

const genericInvalid: Status = {
  ...unknownError('the server rejected our request due to an error in our request'),
  reason: 'Invalid',
  details: {},
  code: 422,
};

/** Source: applyJSPatch, which first decodes the operations strictly. */
function patchOperationsProblem(patch: JsonValue): string | undefined {
  if (!isJsonArray(patch)) return jsonTypeError(patch, '[]handlers.jsonPatchOp');
  const odd = patch.find((step) => !isJsonObject(step) && step !== null);
  if (odd !== undefined) return jsonTypeError(odd, 'handlers.jsonPatchOp');
  for (const step of patch.filter(isJsonObject)) {
    const name = ['op', 'path', 'from'].find((each) => typeof (step[each] ?? '') !== 'string');
    if (name === undefined) continue;
    const text = jsonTypeError(step[name] ?? null, 'string');
    return text.replace('Go value', `Go struct field jsonPatchOp.${name}`);
  }
  return undefined;
}

/**
 * Decodes the members that the patch changed into the kind's type. The others stay identical to the
 * stored values, which keeps later comparisons cheap.
 */
function decodeChanged(
  request: ResourceRequest,
  contentType: string,
  patch: JsonValue,
  current: JsonObject,
  patched: JsonObject,
): Result<KubeObject, Status> {
  const { apiVersion, kind } = expectedKind(request);
  const changed: Record<string, JsonValue> = { apiVersion, kind };
  for (const key in patched) {
    const value = patched[key];
    const typed = key === 'apiVersion' || key === 'kind';
    if (!typed && value !== undefined && value !== current[key]) changed[key] = value;
  }
  const strategic = contentType === strategicMergePatch;
  const otherKind = strategic ? undefined : kindProblem(request, patched, current);
  if (otherKind !== undefined) return err(otherKind);
  const decoded = decodeObject(changed, current);
  const unreadable = (problem: string): Result<never, Status> =>
    err(strategic ? unreadablePatch(patch, problem) : unreadableResult(patched, problem, current));
  if (!decoded.ok) {
    const schema = strategic ? schemaForKind(apiVersion, kind) : undefined;
    return unreadable((schema && conversionProblem(schema, changed)) ?? decoded.error);
  }
  const merged: Record<string, JsonValue> = { ...decoded.value.object };
  for (const key in patched) {
    const value = patched[key];
    if (value !== undefined && value === current[key]) merged[key] = value;
  }
  const object = asObject<KubeObject>(merged);
  const unknown = unknownCustomFields(request, object);
  const problems = [...decoded.value.strictErrors, ...unknown];
  const strict = fieldValidationOf(request.exchange.info.query) === 'Strict';
  if (strict && problems.length > 0) {
    return unreadable(`strict decoding error: ${problems.join(', ')}`);
  }
  const checked = validateFields(request, object, problems);
  return checked.ok ? ok(checked.value.object) : checked;
}

/**
 * A patch may not change the kind. Source: Scheme.New, customresource validator ValidateTypeMeta.
 */
function kindProblem(
  request: ResourceRequest,
  patched: JsonObject,
  current: JsonObject,
): Status | undefined {
  const wanted = expectedKind(request);
  for (const name of ['apiVersion', 'kind']) {
    const value = patched[name] ?? '';
    if (typeof value === 'string') continue;
    const text = jsonTypeError(value, 'string').replace('Go value', `Go struct field .${name}`);
    const why = `couldn't get version/kind; json parse error: ${text}`;
    return unreadableResult(patched, why, current);
  }
  const kind = String(patched['kind'] ?? '');
  const apiVersion = String(patched['apiVersion'] ?? '');
  if (apiVersion === wanted.apiVersion && kind === wanted.kind) return undefined;
  if (!isCustom(request.resource)) {
    // The type that is decoded into fills in what is missing, and its own version is the internal
    // one, which knows neither `metadata` nor a name. Source: json.Serializer gvkWithDefaults.
    if (apiVersion === '') return badRequest(nameless(request));
    if (kind === '' && apiVersion === wanted.apiVersion) return undefined;
    const why =
      `no kind ${goQuote(kind)} is registered for version ${goQuote(apiVersion)} ` +
      'in scheme "pkg/api/legacyscheme/scheme.go:30"';
    return unreadableResult(patched, why, current);
  }
  if (kind === '') {
    const why = `Object 'Kind' is missing in '${JSON.stringify(patched)}'`;
    return unreadableResult(patched, why, current);
  }
  const { group } = request.resource;
  const errors = [
    ...(kind === wanted.kind ? [] : [invalidValue('kind', kind, `must be ${wanted.kind}`)]),
    ...(apiVersion === wanted.apiVersion
      ? []
      : [invalidValue('apiVersion', apiVersion, `must be ${wanted.apiVersion}`)]),
  ];
  return invalid({ group, kind }, request.attrs.name, errors);
}

/** Source: rest.go checkName. */
const nameless = ({ attrs }: ResourceRequest): string =>
  `the name of the object (${attrs.name} based on URL) was undeterminable: name must be provided`;

/**
 * A patch may not change name or namespace. Source: rest.BeforeUpdate, ValidateObjectMetaUpdate.
 */
function checkIdentity(request: ResourceRequest, object: KubeObject): Result<KubeObject, Status> {
  const { attrs, resource } = request;
  const { name, namespace = '' } = object.metadata;
  if (resource.namespaced && namespace !== attrs.namespace) {
    return err(badRequest(namespaceMismatch));
  }
  if (name === attrs.name) return ok(object);
  if (!name) return err(badRequest(nameless(request)));
  // Source: rest.go checkName.
  return err(
    badRequest(
      `the name of the object (${name}) does not match the name on the URL (${attrs.name})`,
    ),
  );
}
