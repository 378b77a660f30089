/**
 * The JSON paths that definitions use: `.spec.replicas`, `.status.conditions[?(@.type=="Ready")].status`.
 * Models the part of k8s.io/client-go util/jsonpath that printer columns and scale paths need.
 */
import { isJsonArray, isJsonObject, type JsonValue } from '#k8s.io/apimachinery/json-value';

const step =
  /\.([\w-]+|(?:\\.|[\w-])+)|\['([^']*)'\]|\[(\d+|\*)\]|\[\?\(@\.([\w.-]+)\s*==\s*(?:"([^"]*)"|'([^']*)')\)\]/g;

/** All values at a path. */
export function valuesAt(value: JsonValue, path: string): readonly JsonValue[] {
  let found: readonly JsonValue[] = [value];
  for (const [, name, quoted, index, filter, a, b] of path.matchAll(step)) {
    if (filter !== undefined) {
      const wanted = a ?? b ?? '';
      found = found.flatMap((each) =>
        items(each).filter((item) => valuesAt(item, `.${filter}`).some((one) => one === wanted)),
      );
    } else if (index !== undefined) {
      found = found.flatMap((each) => {
        const list = items(each);
        const item = list[Number(index)];
        return index === '*' ? list : item === undefined ? [] : [item];
      });
    } else {
      const key = (quoted ?? name ?? '').replaceAll('\\', '');
      found = found.flatMap((each) => {
        const member = isJsonObject(each) ? each[key] : undefined;
        return member === undefined ? [] : [member];
      });
    }
  }
  return found;
}

const items = (value: JsonValue): readonly JsonValue[] => (isJsonArray(value) ? value : []);

/** The object with a member set at a path of plain names. */
export function withValueAt(value: JsonValue, path: string, member: JsonValue): JsonValue {
  const [first = '', ...rest] = path.split('.').filter((name) => name !== '');
  const object = isJsonObject(value) ? value : {};
  const inner =
    rest.length === 0 ? member : withValueAt(object[first] ?? {}, rest.join('.'), member);
  return { ...object, [first]: inner };
}
