/**
 * The body of a request from its bytes, as the JSON value that the simulated server judges.
 *
 * A body that cannot be decoded goes on as its text: the server refuses it, because no object is a
 * text.
 */
import { readYaml } from '#cluster/client/kubectl/manifest/yaml-document';
import type { JsonValue } from '#k8s.io/apimachinery/json-value';
import { duplicatesInJson, duplicatesInYaml } from './duplicate-fields.ts';
import { isJson, isYaml, protobufType, withoutParameters } from './media-type.ts';
import { decodeObject } from './protobuf/decode.ts';

/** `undefined` for an empty body. */
export function decodeBody(bytes: Buffer, contentType: string | undefined): JsonValue | undefined {
  if (bytes.length === 0) return undefined;
  const mediaType = withoutParameters(contentType ?? 'application/json');
  if (mediaType === protobufType) return decodeObject(bytes) ?? bytes.toString('latin1');
  const text = bytes.toString('utf8');
  if (isJson(mediaType)) return parsed(text);
  if (!isYaml(mediaType)) return text;
  // JSON is YAML; most clients that say YAML send JSON.
  const value = parsed(text);
  if (typeof value !== 'string') return value;
  const yaml = readYaml(text);
  return yaml.ok ? yaml.value : text;
}

/** What the body names twice, for a strict server; none for protobuf. */
export function duplicatesIn(bytes: Buffer, contentType: string | undefined): readonly string[] {
  const mediaType = withoutParameters(contentType ?? 'application/json');
  const isYamlBody = isYaml(mediaType);
  if (bytes.length === 0 || !(isYamlBody || isJson(mediaType))) return [];
  const text = bytes.toString('utf8');
  if (typeof parsed(text) !== 'string') return duplicatesInJson(text);
  return isYamlBody ? duplicatesInYaml(text) : [];
}

function parsed(text: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return text;
  }
}
