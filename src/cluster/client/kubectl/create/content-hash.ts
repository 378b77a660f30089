/**
 * What `--append-hash` appends to the name of a config map or a secret, so that other content has
 * another name.
 *
 * Models k8s.io/kubectl pkg/util/hash ConfigMapHash and SecretHash: of the kind, the name, the data
 * and a secret's type, 40 bits of their SHA-256.
 */
import { sha256, toHex } from '#base/sha256';
import { encodeUtf8 } from '#base/utf8';
import { goJson, type JsonObject } from '#k8s.io/apimachinery/json-value';

/** No vowel and nothing like one is left, so that no word appears. Source: encodeHash. */
const consonants: Readonly<Record<string, string>> = { 0: 'g', 1: 'h', 3: 'k', a: 'm', e: 't' };

/** Ten characters, from what the object has besides its name. */
export function contentHash(kind: string, name: string, { data = {}, type = '' }: JsonObject) {
  const ofKind = kind === 'Secret' ? { type } : {};
  const digest = toHex(sha256(encodeUtf8(goJson({ kind, name, data, ...ofKind }))));
  return digest.slice(0, 10).replace(/[013ae]/g, (sign) => consonants[sign] ?? sign);
}
