/**
 * One object of a build, with what the build has to remember of it.
 *
 * Models sigs.k8s.io/kustomize/api/resource resource.go. Upstream keeps these notes in annotations
 * of the object and removes them at the end; here they are fields. Values are never changed.
 */
import { isJsonObject, type JsonObject, type JsonValue } from '#k8s.io/apimachinery/json-value';
import { effectiveNamespace, gvkOf, idOf, type ResId } from './resource-id.ts';

/** What a generator does when the name is there already. Absent: `create`. */
export type Behavior = 'create' | 'merge' | 'replace' | 'unspecified';

export interface Resource {
  readonly object: JsonObject;
  /** The names it had, oldest first. */
  readonly previous: readonly Pick<ResId, 'name' | 'namespace' | 'kind'>[];
  readonly prefixes: readonly string[];
  readonly suffixes: readonly string[];
  readonly needsHash: boolean;
  readonly behavior: Behavior;
}

export const resourceOf = (object: JsonObject): Resource => ({
  object,
  previous: [],
  prefixes: [],
  suffixes: [],
  needsHash: false,
  behavior: 'unspecified',
});

export const currentId = ({ object }: Resource): ResId => idOf(object);

/** Source: PrevIds. */
export function previousIds({ object, previous }: Resource): readonly ResId[] {
  const { group, version } = gvkOf(object);
  return previous.map((id) => ({ ...id, group, version }));
}

/** Source: OrgId. */
export const originalId = (resource: Resource): ResId =>
  previousIds(resource)[0] ?? currentId(resource);

export const allIds = (resource: Resource): readonly ResId[] => [
  ...previousIds(resource),
  currentId(resource),
];

/** Notes the present name before it changes. Source: StorePreviousId. */
export function withPreviousId(resource: Resource): Resource {
  const id = currentId(resource);
  const { name, kind } = id;
  const previous = [...resource.previous, { name, kind, namespace: effectiveNamespace(id) }];
  return { ...resource, previous };
}

export const metadataOf = ({ metadata }: JsonObject): JsonObject =>
  isJsonObject(metadata) ? metadata : {};

/** A map of texts below metadata: labels or annotations. */
export function textsOf(object: JsonObject, field: string): Readonly<Record<string, string>> {
  const value = metadataOf(object)[field];
  if (!isJsonObject(value)) return {};
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, String(each)]));
}

/** The object with a field of its metadata; `undefined` takes the field away. */
export function withMetadata(
  object: JsonObject,
  field: string,
  value: JsonValue | undefined,
): JsonObject {
  const { [field]: _before, ...rest } = metadataOf(object);
  return { ...object, metadata: value === undefined ? rest : { ...rest, [field]: value } };
}

export const withName = (object: JsonObject, name: string): JsonObject =>
  withMetadata(object, 'name', name);
