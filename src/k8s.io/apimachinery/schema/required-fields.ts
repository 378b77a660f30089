/** Which fields of a Go type a published schema calls required. Models kube-openapi generators. */
import type { FieldSchema } from './schema.ts';

const wholes = new Set(['metadata', 'spec', 'status']);

/** Structs are always encoded, but these may still be left out. */
const optionalStructs = new Set(
  (
    'conditions daemonEndpoints deprecatedSource devices kubeletEndpoint lastState limitResponse ' +
    'loadBalancer nodeInfo podSelector port regarding resources state strategy updateStrategy ' +
    'user userInfo'
  ).split(' '),
);

/**
 * Fields that the encoder always writes are required, except the parts of a kind and times.
 * `ofKind`: the type is a kind with metadata.
 */
export function isRequired({ json, omitEmpty, type }: FieldSchema, ofKind: boolean): boolean {
  if (omitEmpty || (ofKind && wholes.has(json))) return false;
  if (type.form === 'struct') return !optionalStructs.has(json);
  return !(type.form === 'scalar' && ['time', 'microtime', 'raw'].includes(type.scalar));
}
