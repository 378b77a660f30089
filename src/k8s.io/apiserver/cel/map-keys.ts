/**
 * Keys of maps that an expression writes: texts, numbers and truth values, nothing else.
 *
 * The library writes any value as a text. Models the language definition of CEL (Map literals). In:
 * the tree of a checked expression. Out: a tree that fails at a key of another type.
 */
import { failed } from './library/library.ts';
import { partsOf } from './tree.ts';

type Evaluate = (evaluator: Evaluator, node: unknown, variables: unknown) => unknown;

interface Evaluator {
  run(node: unknown, variables: unknown): unknown;
}

/** A map of a tree, as the library has it. */
interface MapLiteral {
  readonly op: 'map';
  readonly args: readonly (readonly [key: unknown, value: unknown])[];
  readonly meta: { readonly evaluate: Evaluate };
  setMeta(name: 'evaluate', evaluate: Evaluate): unknown;
}

/** Has every map of a tree look at its keys before it is made. */
export function checkMapKeys(tree: unknown): void {
  for (const part of partsOf(tree)) {
    if (!isMapLiteral(part)) continue;
    const { evaluate } = part.meta;
    part.setMeta('evaluate', (evaluator, node, variables) => {
      for (const [key] of part.args) {
        if (!isKey(evaluator.run(key, variables))) failed('unsupported key type');
      }
      return evaluate(evaluator, node, variables);
    });
  }
}

const isMapLiteral = (value: object): value is MapLiteral =>
  'op' in value && value.op === 'map' && 'args' in value && 'setMeta' in value;

const isKey = (value: unknown): boolean =>
  ['string', 'bigint', 'boolean', 'number'].includes(typeof value) ||
  // The library's unsigned numbers; messages have a value too.
  (typeof value === 'object' &&
    value !== null &&
    'value' in value &&
    !('op' in value) &&
    isWhole(value.value));

const isWhole = (value: unknown): boolean => typeof value === 'bigint';
