/** Programmer errors crash at once and visibly; they are never operating errors. */

/** Throws when a condition that the program itself must guarantee does not hold. */
export function assert(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(`Assertion failed: ${message}`);
}

/** Narrows away `undefined` and `null` where the program guarantees a value. */
export function must<T>(value: T | undefined | null, message: string): T {
  if (value === undefined || value === null) throw new Error(`Assertion failed: ${message}`);
  return value;
}

/** Closes a switch over a union: a member without its case does not compile. */
export function assertUnreachable(value: never): never {
  throw new Error(`Unreachable: ${JSON.stringify(value)}`);
}
