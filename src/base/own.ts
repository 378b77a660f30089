/**
 * Maps whose keys a person chose: `constructor`, `toString` and `__proto__` are keys like others.
 *
 * A plain object answers to these names although nobody put them in, and takes `__proto__` for
 * something else. In: a map and a key. Out: what was put there, or undefined.
 */
export const own = <T>(map: Readonly<Record<string, T>> | undefined, key: string): T | undefined =>
  map !== undefined && Object.hasOwn(map, key) ? map[key] : undefined;

/**
 * Makes `__proto__` an ordinary name of this realm, in the language itself: what is written to it
 * is a member, kept in order and copied with the others. Nothing here needs the old meaning.
 */
export function makeProtoAnOrdinaryKey(): void {
  Reflect.deleteProperty(Object.prototype, '__proto__');
}
