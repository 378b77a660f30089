/** Members of an object that are there only when they have a value. */

type Defined<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/**
 * The members that are not `undefined`, in their order; for a spread in an object literal:
 * `{ name, ...defined({ labels, annotations }) }` has `labels` only when there are labels.
 */
export function defined<T extends object>(members: T): Defined<T>;
export function defined(members: Readonly<Record<string, unknown>>): object {
  for (const key in members) if (members[key] === undefined) return withoutUndefined(members);
  return members;
}

function withoutUndefined(members: Readonly<Record<string, unknown>>): object {
  const rest: Record<string, unknown> = {};
  for (const key in members) if (members[key] !== undefined) rest[key] = members[key];
  return rest;
}
