/**
 * `kubectl patch TYPE NAME -p PATCH`.
 *
 * Models k8s.io/kubectl pkg/cmd/patch patch.go: the object is read first, to know whether anything
 * changed.
 */
import { err, ok, type Result } from '#base/result';
import { jsonSyntaxError, jsonTypeError } from '#k8s.io/apimachinery/json-reader';
import {
  asJson,
  asObject,
  deepEqual,
  isJsonArray,
  isJsonObject,
  type JsonValue,
} from '#k8s.io/apimachinery/json-value';
import type { KubeObject } from '#k8s.io/apimachinery/meta/v1';
import { applyMergePatch } from '#k8s.io/apimachinery/patch/json-merge-patch';
import { applyJsonPatch, type JsonPatchOperation } from '#k8s.io/apimachinery/patch/json-patch';
import { applyStrategicMergePatch } from '#k8s.io/apimachinery/patch/strategic-merge';
import { schemaForKind } from '#k8s.io/apimachinery/schema/schema';
import type { Resource } from '#k8s.io/client-go/rest/resource';
import type { PatchType } from '#k8s.io/client-go/rest/rest-client';
import type { Process } from '#sim/simulation';
import type { Command, Invocation } from '../command.ts';
import { boolFlag, refused, stringFlag } from '../command-line/flag-spec.ts';
import { type Failure, fail, failureMessage, type Outcome } from '../failure.ts';
import { filenameFlags } from '../manifest/read-manifests.ts';
import type { ReadYaml } from '../manifest/yaml.ts';
import { changeQuery, dryRunOf, managedChangeFlags, printChanged } from '../mutation.ts';
import type { Info } from '../resource/fetch-objects.ts';
import { objectsOf } from '../resource/objects-of.ts';
import { patchInfo } from '../resource/patch-info.ts';

const patchTypes: Readonly<Record<string, PatchType>> = {
  json: 'application/json-patch+json',
  merge: 'application/merge-patch+json',
  strategic: 'application/strategic-merge-patch+json',
};

export const patch: Command = {
  name: 'patch',
  short: 'Update fields of a resource',
  usage: '(-f FILENAME | TYPE NAME) [-p PATCH|--patch-file FILE]',
  flags: [
    stringFlag('patch', 'The patch, in JSON or YAML', { shorthand: 'p' }),
    stringFlag('type', 'json, merge or strategic', { default: 'strategic' }),
    stringFlag('subresource', 'The part of the object to patch'),
    ...managedChangeFlags('kubectl-patch'),
    ...filenameFlags,
    ...refused(
      boolFlag('local', 'Do not contact the server'),
      stringFlag('patch-file', 'A file with the patch'),
    ),
  ],
  run,
};

function* run(invocation: Invocation): Process<Outcome> {
  const { session, args, flags } = invocation;
  const text = flags.string('patch');
  if (text === '') {
    return fail('must specify --patch or --patch-file containing the contents of the patch');
  }
  const type = patchTypes[flags.string('type').toLowerCase()];
  if (type === undefined) {
    return fail(`--type must be one of [json merge strategic], not "${flags.string('type')}"`);
  }
  const dryRun = dryRunOf(flags);
  if (!dryRun.ok) return dryRun;
  const body = patchBody(text, session.readYaml);
  if (!body.ok) return fail(`unable to parse ${JSON.stringify(text)}: ${body.error}`);
  const infos = yield* objectsOf(invocation, args);
  if (!infos.ok) return infos;
  for (const info of session.sim.inTurn(infos.value)) {
    if (dryRun.value === 'client') {
      const local = patchedHere(info.object, type, body.value);
      if (!local.ok) return fail(local.error);
      const same = deepEqual(local.value, info.object);
      const operation = same ? 'patched (no change)' : 'patched';
      const shown = printChanged(invocation, info.resource, local.value, operation, 'none');
      if (!shown.ok) return shown;
      continue;
    }
    const patched = yield* patchInfo(session, info, {
      contentType: type,
      patch: body.value,
      subresource: flags.string('subresource'),
      query: changeQuery(flags, dryRun.value),
    });
    if (!patched.ok) return unsupportedType(patched.error, type, info);
    const same = deepEqual(patched.value, info.object);
    const operation = same ? 'patched (no change)' : 'patched';
    const of = kindOfAnswer(info.resource, patched.value);
    const printed = printChanged(invocation, of, patched.value, operation, 'none');
    if (!printed.ok) return printed;
  }
  return ok(undefined);
}

/** Source: patch.go RunPatch, IsUnsupportedMediaType. */
function unsupportedType(failure: Failure, type: PatchType, { resource }: Info): Outcome {
  if (failure.kind !== 'status' || failure.status.reason !== 'UnsupportedMediaType') {
    return err(failure);
  }
  const { group, version, kind } = resource;
  const of = `${group === '' ? version : `${group}/${version}`}, Kind=${kind}`;
  return fail(`${type} is not supported by ${of}: ${failureMessage(failure)}`);
}

/** The scale of an object is an object of its own kind. */
function kindOfAnswer(resource: Resource, { apiVersion, kind }: KubeObject): Resource {
  if (kind === undefined || kind === resource.kind) return resource;
  const group = apiVersion?.includes('/') === true ? (apiVersion.split('/')[0] ?? '') : '';
  return { ...resource, group, kind };
}

/** Source: patch.go getPatchedJSON. */
function patchedHere(
  object: KubeObject,
  type: PatchType,
  body: JsonValue,
): Result<KubeObject, string> {
  const done = (result: Result<JsonValue, string>): Result<KubeObject, string> =>
    result.ok ? ok(asObject<KubeObject>(result.value)) : result;
  if (type === 'application/json-patch+json') {
    if (!isJsonArray(body)) return err(jsonTypeError(body, 'jsonpatch.Patch'));
    return done(applyJsonPatch(asJson(object), asObject<readonly JsonPatchOperation[]>(body)));
  }
  const merges = type === 'application/merge-patch+json';
  if (body === null && !merges) return ok(object);
  if (isJsonArray(body) && merges) return err(jsonTypeError(body, 'unstructured.detector'));
  if (!isJsonObject(body)) return err(merges ? 'Invalid JSON Patch' : 'invalid JSON document');
  const schema = schemaForKind(object.apiVersion, object.kind);
  if (merges) {
    return ok(asObject<KubeObject>(applyMergePatch(asJson(object), body)));
  }
  return schema === undefined
    ? err('application/strategic-merge-patch+json is not supported locally for this kind')
    : done(applyStrategicMergePatch(asJson(object), body, schema));
}

/** Source: apimachinery util/yaml ToJSON: JSON as it is, YAML otherwise. */
function patchBody(text: string, readYaml: ReadYaml): Result<JsonValue, string> {
  if (!/^\s*\{/.test(text)) return readYaml(text);
  // What is no JSON goes to the server as it is, which says what is wrong.
  return ok(jsonSyntaxError(text) === undefined ? (JSON.parse(text) as JsonValue) : text);
}
