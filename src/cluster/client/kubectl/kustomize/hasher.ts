/**
 * The suffix of generated names: a hash of the content.
 * Models sigs.k8s.io/kustomize/api/hasher.
 */
import { sha256, toHex } from '#base/sha256';
import { encodeUtf8 } from '#base/utf8';
import {
  goJson,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '#k8s.io/apimachinery/json-value';

const hashLength = 10;

/** No vowels and no digits that look like letters. Source: encode. */
const letters: Readonly<Record<string, string>> = { '0': 'g', '1': 'h', '3': 'k', a: 'm', e: 't' };

export function contentHash(object: JsonObject): string {
  const hash = toHex(sha256(encodeUtf8(goJson(hashed(object)))));
  return [...hash.slice(0, hashLength)].map((digit) => letters[digit] ?? digit).join('');
}

/**
 * The fields that count. Source: encodeConfigMap, encodeSecret: they look for a field of the name
 * `metadata/name`, which there is not, so names do not count.
 */
function hashed(object: JsonObject): JsonValue {
  const { kind = '', data = '', type = '' } = object;
  if (kind !== 'ConfigMap' && kind !== 'Secret') return object;
  const more = kind === 'Secret' ? 'stringData' : 'binaryData';
  return {
    kind,
    name: '',
    data,
    ...(kind === 'Secret' && { type }),
    ...(isJsonObject(object[more]) && { [more]: object[more] }),
  };
}
