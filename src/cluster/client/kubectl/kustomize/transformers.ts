/**
 * What a kustomization does to every resource: namespace, names, labels, annotations, replicas and
 * images.
 *
 * Models the transformers of sigs.k8s.io/kustomize/api/internal/builtins. In and out: resources.
 */
import type { CompileRegexp } from '#base/regexp';
import {
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '#k8s.io/apimachinery/json-value';
import { type FieldSpec, setField, setFields } from './field-path.ts';
import { imageFields, namespaceFields, replicaFields } from './field-specs.ts';
import { contentHash } from './hasher.ts';
import { stop } from './problem.ts';
import type { ResMap } from './res-map.ts';
import {
  allIds,
  currentId,
  originalId,
  type Resource,
  withName,
  withPreviousId,
} from './resource.ts';
import { gvkOf, gvkText, isClusterScoped, isSameId, isSelected } from './resource-id.ts';

const ownNamespace: FieldSpec = { path: 'metadata/namespace', create: true };

/** Source: NamespaceTransformer and filters/namespace. */
export function setNamespace(map: ResMap, namespace: string): ResMap {
  const moved = map.map((resource): Resource => {
    const noted = withPreviousId(resource);
    const { object } = noted;
    const { kind } = gvkOf(object);
    const set = () => namespace;
    const own = isClusterScoped(gvkOf(object))
      ? object
      : setField(object, ownNamespace, 'text', set);
    const subjects = /^(Cluster)?RoleBinding$/.test(kind)
      ? withDefaultSubjects(own, namespace)
      : own;
    return { ...noted, object: setFields(subjects, namespaceFields, 'text', set) };
  });
  for (const resource of moved) {
    const id = currentId(resource);
    const same = moved.filter((each) => isSameId(currentId(each), id));
    if (same.length > 1) {
      const texts = same.map((each) => goJsonText(each.object)).join(' ');
      stop(`namespace transformation produces ID conflict: [${texts}]`);
    }
  }
  return moved;
}

const goJsonText = (object: JsonObject): string => JSON.stringify(object);

/** Source: setSubjectsNamedDefault. */
function withDefaultSubjects(object: JsonObject, namespace: string): JsonObject {
  const { subjects } = object;
  if (!isJsonArray(subjects)) return object;
  const moved = subjects.map((subject) =>
    isJsonObject(subject) && subject['name'] === 'default' ? { ...subject, namespace } : subject,
  );
  return { ...object, subjects: moved };
}

/** Kinds whose names are not changed. */
const keepsName = (resource: Resource): boolean => {
  const id = originalId(resource);
  return (
    id.kind === 'CustomResourceDefinition' ||
    id.kind === 'Namespace' ||
    isSelected(id, { group: 'apiregistration.k8s.io', kind: 'APIService' })
  );
};

/** Source: PrefixTransformer, SuffixTransformer. */
export const rename = (map: ResMap, prefix: string, suffix: string): ResMap =>
  map.map((resource) => {
    if (keepsName(resource)) return resource;
    const noted = withPreviousId(resource);
    const name = `${prefix}${currentId(resource).name}${suffix}`;
    return {
      ...noted,
      prefixes: prefix === '' ? noted.prefixes : [...noted.prefixes, prefix],
      suffixes: suffix === '' ? noted.suffixes : [...noted.suffixes, suffix],
      object: withName(noted.object, name),
    };
  });

/** Labels or annotations, into each of the fields. */
export const setTexts = (
  map: ResMap,
  texts: Readonly<Record<string, string>>,
  specs: readonly FieldSpec[],
): ResMap =>
  map.map((resource) => {
    const set = (value: JsonValue): JsonValue => ({ ...(isJsonObject(value) && value), ...texts });
    return { ...resource, object: setFields(resource.object, specs, 'map', set) };
  });

export interface Replica {
  readonly name: string;
  readonly count: number;
}

/** Source: ReplicaCountTransformer. */
export function setReplicas(map: ResMap, { name, count }: Replica): ResMap {
  let found = false;
  const changed = map.map((resource) => {
    let { object } = resource;
    for (const spec of replicaFields) {
      const fits = allIds(resource).some((id) => id.name === name && isSelected(id, spec));
      if (!fits) continue;
      found = true;
      object = setField(object, spec, 'text', () => count);
    }
    return { ...resource, object };
  });
  if (found) return changed;
  const kinds = replicaFields.map(({ kind = '' }) => gvkText({ kind })).join(' ');
  return stop(
    `resource with name ${name} does not match a config with the following GVK [${kinds}]`,
  );
}

export interface Image {
  readonly name: string;
  readonly newName?: string;
  readonly newTag?: string;
  readonly tagSuffix?: string;
  readonly digest?: string;
}

/**
 * Source: ImageTagTransformer: everything that is called containers, then the known fields; so a
 * tagSuffix comes twice in these, as upstream.
 */
export function setImage(map: ResMap, image: Image, compile: CompileRegexp): ResMap {
  const characters = '[a-zA-Z0-9_.{}-]*';
  const pattern = compile(`^${image.name}(:${characters})?(@sha256:${characters})?$`);
  if (!pattern.ok) return map;
  const set = (value: JsonValue): JsonValue =>
    typeof value === 'string' && pattern.value.test(value) ? changedImage(value, image) : value;
  return map.map((resource) => {
    const { object } = resource;
    const isDefinition = gvkOf(object).kind === 'CustomResourceDefinition';
    const anywhere = isDefinition ? object : inContainers(object, set);
    return {
      ...resource,
      object: setFields(isJsonObject(anywhere) ? anywhere : object, imageFields, undefined, set),
    };
  });
}

/** Source: LegacyFilter. */
function inContainers(value: JsonValue, set: (value: JsonValue) => JsonValue): JsonValue {
  if (isJsonArray(value)) return value.map((each) => inContainers(each, set));
  if (!isJsonObject(value)) return value;
  const changed: Record<string, JsonValue> = {};
  for (const [key, each = null] of Object.entries(value)) {
    const inner = inContainers(each, set);
    const isList = (key === 'containers' || key === 'initContainers') && isJsonArray(inner);
    changed[key] = isList ? inner.map((item) => withImage(item, set)) : inner;
  }
  return changed;
}

const withImage = (item: JsonValue, set: (value: JsonValue) => JsonValue): JsonValue =>
  isJsonObject(item) && item['image'] !== undefined ? { ...item, image: set(item['image']) } : item;

/** Source: imageTagUpdater.SetImageValue. */
function changedImage(text: string, image: Image): string {
  const split = splitImage(text);
  const { newName = '', newTag = '', digest: newDigest = '', tagSuffix = '' } = image;
  let { tag, digest } = split;
  if (newTag !== '' || newDigest !== '') {
    tag = newTag;
    digest = newDigest;
  } else if (tagSuffix !== '') {
    tag += tagSuffix;
    digest = '';
  }
  const name = newName || split.name;
  return `${name}${tag === '' ? '' : `:${tag}`}${digest === '' ? '' : `@${digest}`}`;
}

/** Source: image.Split: a colon before the first slash is that of a port. */
function splitImage(image: string): { name: string; tag: string; digest: string } {
  const [, name = image, tag = '', digest = ''] =
    /^((?:[^/]+\/)?[^:@]*)(?::([^@]*))?(?:@(.*))?$/s.exec(image) ?? [];
  return { name, tag, digest };
}

/** Adds the hash of their content to generated names. Source: HashTransformer. */
export const addHashes = (map: ResMap): ResMap =>
  map.map((resource) => {
    if (!resource.needsHash) return resource;
    const name = `${currentId(resource).name}-${contentHash(resource.object)}`;
    return { ...withPreviousId(resource), object: withName(resource.object, name) };
  });
