/** The parts of an expression, as the library has them. */
import type { Environment } from '@marcbachmann/cel-js';

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

/** Whether an expression reads a member of a variable: `claims.email`, `claims.?email`. */
export const readsMember = (tree: unknown, variable: string, member: string): boolean =>
  [...partsOf(tree)].some((part) => {
    if (!('op' in part && 'args' in part) || !Array.isArray(part.args)) return false;
    const [operand, name] = part.args;
    if (!['.', '.?'].includes(String(part.op)) || name !== member) return false;
    return operand?.op === 'id' && operand.args === variable;
  });

/** A list or a map without anything in it, as the library has it. */
interface EmptyLiteral {
  readonly op: 'list' | 'map';
  setMeta(name: 'alternate', tree: unknown): unknown;
}

/** Has the checker take `[]` and `{}` for values of any type. */
export function takeEmptyForDyn(tree: unknown, environment: Environment): void {
  for (const part of partsOf(tree)) {
    if (!isEmptyLiteral(part)) continue;
    part.setMeta('alternate', environment.parse(part.op === 'list' ? 'dyn([])' : 'dyn({})').ast);
  }
}

const isEmptyLiteral = (value: object): value is EmptyLiteral =>
  'op' in value &&
  (value.op === 'list' || value.op === 'map') &&
  'args' in value &&
  Array.isArray(value.args) &&
  value.args.length === 0 &&
  'setMeta' in value;
