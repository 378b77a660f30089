/**
 * The resources of a build in their order.
 * Models sigs.k8s.io/kustomize/api/resmap reswrangler.go: what may be added, merged and selected.
 */
import type { CompileRegexp } from '#base/regexp';
import { isJsonObject, type JsonObject } from '#k8s.io/apimachinery/json-value';
import { matches, parseSelector } from '#k8s.io/apimachinery/labels';
import { stop } from './problem.ts';
import {
  allIds,
  type Behavior,
  currentId,
  metadataOf,
  originalId,
  type Resource,
  textsOf,
  withMetadata,
} from './resource.ts';
import { effectiveNamespace, gvkOf, idText, isSameId, type ResId } from './resource-id.ts';

export type ResMap = readonly Resource[];

/** Source: Append. */
export function append(map: ResMap, added: ResMap): ResMap {
  const all = [...map];
  for (const resource of added) {
    const id = currentId(resource);
    if (all.some((each) => isSameId(currentId(each), id))) {
      stop(`may not add resource with an already registered id: ${idText(id)}`);
    }
    all.push(resource);
  }
  return all;
}

/** A Go value as `%#v` prints it in errors about generators. */
const goId = (id: ResId, isCluster: boolean): string =>
  `resid.ResId{Gvk:resid.Gvk{Group:"${id.group}", Version:"${id.version}", Kind:"${id.kind}", ` +
  `isClusterScoped:${isCluster}}, Name:"${id.name}", Namespace:"${id.namespace}"}`;

/** Adds what a generator made, or merges it into what has its name. Source: AbsorbAll. */
export const absorb = (map: ResMap, made: ResMap): ResMap => made.reduce(absorbOne, map);

function absorbOne(map: ResMap, made: Resource): ResMap {
  const id = currentId(made);
  const found = map.filter((each) => allIds(each).some((one) => isSameId(one, id)));
  const [old] = found;
  const { behavior } = made;
  const text = goId(id, false);
  if (found.length > 1) {
    const ids = found.map((each) => idText(currentId(each))).join(' ');
    stop(`found multiple objects [${ids}] that could accept merge of ${idText(id)}`);
  }
  if (old === undefined) {
    return behavior === 'merge' || behavior === 'replace'
      ? stop(`id ${text} does not exist; cannot merge or replace`)
      : append(map, [made]);
  }
  if (behavior !== 'merge' && behavior !== 'replace') {
    const rule = 'behavior must be merge or replace';
    return stop(`id ${text} exists; can not use behavior: '${behavior}', ${rule}`);
  }
  const merged = mergedWith(old, made, behavior);
  return map.map((each) => (each === old ? merged : each));
}

/** Source: CopyMergeMetaDataFieldsFrom, MergeDataMapFrom. */
function mergedWith(old: Resource, made: Resource, behavior: Behavior): Resource {
  let object = made.object;
  for (const field of ['labels', 'annotations']) {
    const texts = { ...textsOf(old.object, field), ...textsOf(object, field) };
    const isEmpty = Object.keys(texts).length === 0;
    object = withMetadata(object, field, isEmpty ? undefined : texts);
  }
  for (const field of ['name', 'namespace']) {
    object = withMetadata(object, field, metadataOf(old.object)[field]);
  }
  if (behavior === 'merge') {
    for (const field of ['data', 'binaryData']) object = withData(object, old.object, field);
  }
  return { ...old, object, needsHash: made.needsHash, behavior: old.behavior };
}

function withData(object: JsonObject, old: JsonObject, field: string): JsonObject {
  const [before, after] = [old[field], object[field]];
  const data = { ...(isJsonObject(before) && before), ...(isJsonObject(after) && after) };
  return Object.keys(data).length === 0 ? object : { ...object, [field]: data };
}

/** Source: types.Selector: texts are regular expressions of the whole name. */
export interface Selector {
  readonly group?: string;
  readonly version?: string;
  readonly kind?: string;
  readonly name?: string;
  readonly namespace?: string;
  readonly labelSelector?: string;
  readonly annotationSelector?: string;
}

/** Source: resWrangler.Select. */
export function select(map: ResMap, selector: Selector, compile: CompileRegexp): ResMap {
  const fits = (pattern: string | undefined, ...texts: readonly string[]): boolean => {
    if (pattern === undefined || pattern === '') return true;
    const compiled = compile(`^(?:${pattern})$`);
    if (!compiled.ok) return stop(compiled.error);
    return texts.some((text) => compiled.value.test(text));
  };
  return map.filter((resource) => {
    const [now, before] = [currentId(resource), originalId(resource)];
    const gvk = gvkOf(resource.object);
    return (
      fits(selector.namespace, effectiveNamespace(before), effectiveNamespace(now)) &&
      fits(selector.name, before.name, now.name) &&
      fits(selector.group, gvk.group) &&
      fits(selector.version, gvk.version) &&
      fits(selector.kind, gvk.kind) &&
      selects(selector.labelSelector, textsOf(resource.object, 'labels')) &&
      selects(selector.annotationSelector, textsOf(resource.object, 'annotations'))
    );
  });
}

function selects(text: string | undefined, labels: Readonly<Record<string, string>>): boolean {
  const selector = parseSelector(text ?? '');
  return selector.ok ? matches(selector.value, labels) : stop(selector.error);
}
