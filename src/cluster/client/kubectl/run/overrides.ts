/**
 * `--overrides` of `kubectl run` and `kubectl expose`: a fragment of an object, merged into the
 * generated one.
 * Models k8s.io/kubectl pkg/cmd/util/override_options.go.
 */
import { ok } from '#base/result';
import { readJson } from '#k8s.io/apimachinery/json-reader';
import { asJson, asObject, isJsonObject, type JsonValue } from '#k8s.io/apimachinery/json-value';
import type { KubeObject, New } from '#k8s.io/apimachinery/meta/v1';
import { applyMergePatch } from '#k8s.io/apimachinery/patch/json-merge-patch';
import { applyJsonPatch, type JsonPatchOperation } from '#k8s.io/apimachinery/patch/json-patch';
import { applyStrategicMergePatch } from '#k8s.io/apimachinery/patch/strategic-merge';
import { schemaForKind } from '#k8s.io/apimachinery/schema/schema';
import type { FlagValues } from '../command-line/parse-flags.ts';
import { fail, type Outcome } from '../failure.ts';

export function withOverrides<T extends New<KubeObject>>(object: T, flags: FlagValues): Outcome<T> {
  const text = flags.string('overrides');
  if (text === '') return ok(object);
  const type = flags.string('override-type');
  if (!['json', 'merge', 'strategic'].includes(type)) return fail(`invalid override type: ${type}`);
  const read = readJson(text, 0);
  if (!read.ok) return fail(unreadable[type] ?? read.error);
  const merged = merge(asJson(object), read.value.value, type);
  return merged.ok ? ok(asObject<T>(merged.value)) : merged;
}

const unreadable: Readonly<Record<string, string>> = {
  merge: 'Invalid JSON Patch',
  strategic: 'invalid JSON document',
};

function merge(object: JsonValue, fragment: JsonValue, type: string): Outcome<JsonValue> {
  if (type === 'json') {
    if (!Array.isArray(fragment)) return fail('Invalid JSON Patch');
    const patched = applyJsonPatch(object, asObject<readonly JsonPatchOperation[]>(fragment));
    return patched.ok ? ok(patched.value) : fail(String(patched.error));
  }
  if (!isJsonObject(fragment) || !isJsonObject(object)) return fail('Invalid JSON Patch');
  if (type === 'merge') return ok(applyMergePatch(object, fragment));
  const schema = schemaForKind(String(object['apiVersion']), String(object['kind']));
  if (schema === undefined) return fail('the object has no strategic merge');
  const patched = applyStrategicMergePatch(object, fragment, schema);
  return patched.ok ? ok(patched.value) : fail(String(patched.error));
}
