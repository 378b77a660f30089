/**
 * Sets what stands at a path of an object.
 *
 * Models sigs.k8s.io/kustomize/api/filters/fieldspec. In: a value, a path such as
 * `spec/containers[]/image`, and what to put there. Out: a new value. Lists on the way are gone
 * through whether the path says so or not.
 */
import {
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '#k8s.io/apimachinery/json-value';
import { stop, within } from './problem.ts';
import { type Gvk, gvkOf, idOf, idText, isSelected } from './resource-id.ts';

/** Where a field of some kinds is. */
export interface FieldSpec extends Partial<Gvk> {
  readonly path: string;
  /** Makes the field, and those above it, where it is missing. */
  readonly create?: boolean;
}

/** What is made of a missing field; `undefined`: nothing. */
type Made = 'map' | 'text' | undefined;

export type SetValue = (value: JsonValue) => JsonValue;

/** Source: utils.PathSplitter: `\/` is a slash inside a name. */
const splitPath = (path: string): readonly string[] =>
  path.split(/(?<!\\)\//).map((part) => part.replaceAll('\\/', '/'));

/** The object with the fields of a specification set. */
export function setField(
  object: JsonObject,
  spec: FieldSpec,
  made: Made,
  set: SetValue,
): JsonObject {
  if (!isSelected(gvkOf(object), spec)) return object;
  const where = `considering field '${spec.path}' of object ${idText(idOf(object))}`;
  const create = spec.create === true ? made : undefined;
  const changed = within(where, () => setAt(object, splitPath(spec.path), create, set));
  return isJsonObject(changed) ? changed : object;
}

export const setFields = (
  object: JsonObject,
  specs: readonly FieldSpec[],
  made: Made,
  set: SetValue,
): JsonObject => specs.reduce((each, spec) => setField(each, spec, made, set), object);

function setAt(value: JsonValue, path: readonly string[], made: Made, set: SetValue): JsonValue {
  const [first, ...rest] = path;
  if (first === undefined) return set(value);
  if (value === null) return value;
  if (isJsonArray(value)) {
    return within(`visit traversal on path: [${path.join(' ')}]`, () =>
      value.map((each) => setAt(each, path, made, set)),
    );
  }
  if (!isJsonObject(value)) return stop('expected sequence or mapping node');
  const name = first.replace(/\[\]$/, '');
  const isList = name !== first;
  const old = value[name];
  const missing = old === undefined || old === null;
  if (missing && (made === undefined || isList)) return value;
  const empty = rest.length === 0 && made === 'text' ? '' : {};
  return { ...value, [name]: setAt(missing ? empty : old, rest, made, set) };
}
