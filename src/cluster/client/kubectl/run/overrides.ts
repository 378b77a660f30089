/**
 * `kubectl run --overrides`: a fragment of an object, merged into the generated one.
 * Models k8s.io/kubectl pkg/cmd/util/override_options.go.
 */
import { err, ok, type Result } from '#base/result';
import { asJson, isJsonObject, type JsonValue } from '#k8s.io/apimachinery/json-value';
import type { KubeObject, New } from '#k8s.io/apimachinery/meta/v1';
import { applyMergePatch } from '#k8s.io/apimachinery/patch/json-merge-patch';
import { applyJsonPatch, type JsonPatchOperation } from '#k8s.io/apimachinery/patch/json-patch';
import { applyStrategicMergePatch } from '#k8s.io/apimachinery/patch/strategic-merge';
import { schemaForKind } from '#k8s.io/apimachinery/schema/schema';
import type { FlagValues } from '../command-line/parse-flags.ts';
import { fail, type Outcome } from '../failure.ts';
import { readJson } from '../manifest/json-reader.ts';
import { readYaml } from '../manifest/yaml.ts';

export function withOverrides<T extends New<KubeObject>>(object: T, flags: FlagValues): Outcome<T> {
  const text = flags.string('overrides');
  const type = flags.string('override-type');
  if (!['json', 'merge', 'strategic'].includes(type)) {
    return fail(`--override-type is set to unknown value "${type}"`);
  }
  if (text.trim() === '') return ok(object);
  const read = readFragment(text);
  if (!read.ok) return fail(read.error);
  const merged = merge(asJson(object), read.value, type);
  return merged.ok ? ok(merged.value as unknown as T) : merged;
}

function readFragment(text: string): Result<JsonValue, string> {
  if (!/^\s*[{[]/.test(text)) return readYaml(text);
  const json = readJson(text, 0);
  return json.ok ? ok(json.value.value) : err(json.error);
}

function merge(object: JsonValue, fragment: JsonValue, type: string): Outcome<JsonValue> {
  if (type === 'json') {
    if (!Array.isArray(fragment)) return fail('Invalid JSON Patch');
    const patched = applyJsonPatch(object, fragment as unknown as readonly JsonPatchOperation[]);
    return patched.ok ? ok(patched.value) : fail(String(patched.error));
  }
  if (!isJsonObject(fragment) || !isJsonObject(object)) return fail('Invalid JSON Patch');
  if (type === 'merge') return ok(applyMergePatch(object, fragment));
  const schema = schemaForKind(String(object['apiVersion']), String(object['kind']));
  if (schema === undefined) return fail('the object has no strategic merge');
  const patched = applyStrategicMergePatch(object, fragment, schema);
  return patched.ok ? ok(patched.value) : fail(String(patched.error));
}
