/** In one line what differs between two versions of an object. */

type Fields = Readonly<Record<string, unknown>>;

/** Said at one level down, because they are large: `spec.nodeName`. */
const opened = new Set(['metadata', 'spec', 'status']);
/** Differs at every write. */
const always = new Set(['metadata.resourceVersion', 'metadata.managedFields']);
const most = 6;

/** Paths of the fields that differ, at most two levels deep; what is more than six is counted. */
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
