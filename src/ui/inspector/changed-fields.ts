/** The differences between two versions of an object, in one line. */

type Fields = Readonly<Record<string, unknown>>;

/** Fields that are large, so the path has one level more: `spec.nodeName`. */
const opened = new Set(['metadata', 'spec', 'status']);
/** Fields that differ at every write. */
const always = new Set(['metadata.resourceVersion', 'metadata.managedFields']);
const most = 6;

/** Paths of the fields that differ, at most two levels deep; beyond six they are only counted. */
export function changedFields(before: unknown, after: unknown): readonly string[] {
  const paths = differing(fieldsOf(before), fieldsOf(after)).flatMap((name) => {
    if (!opened.has(name)) return [name];
    const [old, now] = [fieldsOf(fieldsOf(before)[name]), fieldsOf(fieldsOf(after)[name])];
    return differing(old, now).map((field) => `${name}.${field}`);
  });
  const shown = paths.filter((path) => !always.has(path));
  return shown.length <= most ? shown : [...shown.slice(0, most), `+${shown.length - most}`];
}

function differing(before: Fields, after: Fields): readonly string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].filter((name) => !isSame(before[name], after[name]));
}

const isSame = (a: unknown, b: unknown): boolean =>
  a === b || JSON.stringify(a) === JSON.stringify(b);

const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? (value as Fields) : {};
