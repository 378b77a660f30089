/**
 * The few moves that defaulting is made of. Each gives back the very same value when there is
 * nothing to fill in, so that defaulting an object that is already defaulted costs no copy.
 */

/** Members that are not set get these values; an empty text counts as not set. */
export function fill<T extends object>(value: T, defaults: Partial<T>): T {
  let filled: T | undefined;
  for (const key in defaults) {
    const present = value[key];
    if (present !== undefined && present !== '' && present !== null) continue;
    filled ??= { ...value };
    Object.assign(filled, { [key]: defaults[key] });
  }
  return filled ?? value;
}

/**
 * The same function, which knows its own results again and leaves them alone: most objects that
 * come to be defaulted were defaulted before and carry the very same parts.
 */
export function once<T extends object>(by: (value: T) => T): (value: T) => T {
  const results = new WeakSet<T>();
  return (value) => {
    if (results.has(value)) return value;
    const result = by(value);
    results.add(result);
    return result;
  };
}

/** One member, changed if it is set. */
export function change<T extends object, K extends keyof T>(
  value: T,
  key: K,
  by: (member: NonNullable<T[K]>) => NonNullable<T[K]>,
): T {
  const before = value[key];
  if (before === undefined || before === null) return value;
  const after = by(before);
  return after === before ? value : { ...value, [key]: after };
}

/** Every item of a list; the same list when no item changed. */
export function each<T>(list: readonly T[], by: (item: T) => T): readonly T[] {
  let changed: T[] | undefined;
  for (const [index, item] of list.entries()) {
    const after = by(item);
    if (after === item) continue;
    changed ??= [...list];
    changed[index] = after;
  }
  return changed ?? list;
}

/** Every value of a map; the same map when no value changed. */
export function eachValue<T>(
  map: Readonly<Record<string, T>>,
  by: (value: T) => T,
): Readonly<Record<string, T>> {
  let changed: Record<string, T> | undefined;
  for (const [key, value] of Object.entries(map)) {
    const after = by(value);
    if (after === value) continue;
    changed ??= { ...map };
    changed[key] = after;
  }
  return changed ?? map;
}

/** Members of the second map that the first lacks are added to it. */
export function addMissing<T>(
  map: Readonly<Record<string, T>> | undefined,
  more: Readonly<Record<string, T>> | undefined,
): Readonly<Record<string, T>> {
  const present = map ?? {};
  const missing = Object.entries(more ?? {}).filter(([key]) => !(key in present));
  return missing.length === 0 ? present : { ...present, ...Object.fromEntries(missing) };
}
