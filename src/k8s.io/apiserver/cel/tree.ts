/** The parts of a checked expression, as the library has them. */

/** Every object of a tree, with what a macro stands for. */
export function partsOf(tree: unknown): ReadonlySet<object> {
  const parts = new Set<object>();
  const left: unknown[] = [tree];
  while (left.length > 0) {
    const value = left.pop();
    if (typeof value !== 'object' || value === null || parts.has(value)) continue;
    parts.add(value);
    if (Array.isArray(value)) left.push(...value);
    else if ('iterable' in value && 'step' in value) left.push(value.iterable, value.step);
    else {
      if ('args' in value) left.push(value.args);
      if ('meta' in value) left.push(...Object.values(value.meta as object));
      if ('callAst' in value) left.push(value.callAst);
    }
  }
  return parts;
}
