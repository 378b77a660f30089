/**
 * The objects of a file: documents, lists in their place, and what makes them unfit.
 * Models sigs.k8s.io/kustomize/api/resource factory.go RNodesFromBytes.
 */
import { isJsonArray, isJsonObject, type JsonObject } from '#k8s.io/apimachinery/json-value';
import { readYaml } from '../manifest/yaml-document.ts';
import { resolveInV3 } from '../manifest/yaml-plain.ts';
import { stop } from './problem.ts';
import { metadataOf } from './resource.ts';

export function readResources(text: string): readonly JsonObject[] {
  const objects: JsonObject[] = [];
  for (const part of text.split(/^---(?=\s|$)/m)) {
    const document = part.split(/^\.\.\.\s*$/m)[0] ?? '';
    const read = readYaml(document.replace(/^\n/, ''), resolveInV3);
    if (!read.ok) return stop(read.error);
    const { value } = read;
    if (value === null) continue;
    if (!isJsonObject(value)) return stop(wrongKind(isJsonArray(value)));
    if (Object.keys(value).length === 0) continue;
    objects.push(validated(value));
  }
  return objects.flatMap(itemsOf);
}

const wrongKind = (isList: boolean): string =>
  `wrong node kind: expected MappingNode but got ${isList ? 'SequenceNode' : 'ScalarNode'}`;

/** Source: GetValidatedMetadata; the object is printed as Go prints its metadata. */
function validated(object: JsonObject): JsonObject {
  const { kind = '', apiVersion = '' } = object;
  const { name = '' } = metadataOf(object);
  const shown = `{{${apiVersion} ${kind}} {{${name} } map[] map[]}}`;
  if (kind === '') return stop(`missing kind in object ${shown}`);
  if (name === '' && !String(kind).endsWith('List')) {
    return stop(`missing metadata.name in object ${shown}`);
  }
  return object;
}

/** Source: inlineAnyEmbeddedLists. */
function itemsOf(object: JsonObject): readonly JsonObject[] {
  const { kind, items } = object;
  if (!String(kind).endsWith('List') || items === undefined) return [object];
  if (items === null) return [];
  if (!isJsonArray(items)) {
    return stop(`expected array in ${String(kind)}/items, but found ${typeof items}`);
  }
  return items.filter(isJsonObject).map(validated).flatMap(itemsOf);
}
