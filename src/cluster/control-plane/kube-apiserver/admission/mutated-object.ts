/**
 * The object that results from a policy's or webhook's patch: decoded as its kind, with defaults,
 * and with its managed fields unchanged.
 *
 * Models the decoding and defaulting after a patch in k8s.io/apiserver pkg/admission/plugin
 * (webhook/mutating and policy/mutating dispatcher.go).
 */
import { err, ok, type Result } from '#base/result';
import { applyDefaults } from '#k8s.io/api/defaults/apply-defaults';
import { decodeObject } from '#k8s.io/apimachinery/decode';
import { asJson, asObject, isJsonObject, type JsonValue } from '#k8s.io/apimachinery/json-value';
import { carryLedger, ledgerOf } from '#k8s.io/apimachinery/managedfields/ledger';
import type { KubeObject } from '#k8s.io/apimachinery/meta/v1';

/** The error describes what does not fit the kind. */
export function mutatedObject(before: KubeObject, patched: JsonValue): Result<KubeObject, string> {
  if (!isJsonObject(patched)) return err('the patched value is no object');
  const { apiVersion, kind } = before;
  const decoded = decodeObject({ ...patched, apiVersion, kind });
  if (!decoded.ok) return decoded;
  const object = asObject<KubeObject>(decoded.value.object);
  const metadata = { ...(asJson(object)['metadata'] as object) } as KubeObject['metadata'];
  carryLedger(metadata, ledgerOf(before));
  return ok(applyDefaults({ ...object, metadata }) as KubeObject);
}
