/**
 * Which error `||` and `&&` end with when both sides fail.
 *
 * Models interpreter/interpretable.go evalOr and evalAnd of cel-go: the first one. The library ends
 * with the last. In: a parsed expression, before its check.
 */
import { partsOf } from './tree.ts';

interface Evaluator {
  /** The value, or the error instead of it. */
  tryEval(node: unknown, context: unknown): unknown;
}

type Evaluate = (evaluator: Evaluator, node: LogicalNode, context: unknown) => unknown;

interface LogicalNode {
  readonly op: '||' | '&&';
  readonly left: unknown;
  readonly meta: { readonly evaluate: Evaluate };
  setMeta(name: 'evaluate', evaluate: Evaluate): unknown;
}

/** Has each of these operators fail with the error of its left side, if that failed. */
export function takeFirstError(tree: unknown): void {
  for (const part of partsOf(tree)) {
    if (!isLogical(part)) continue;
    const { evaluate } = part.meta;
    part.setMeta('evaluate', (evaluator, node, context) => {
      try {
        return evaluate(evaluator, node, context);
      } catch (last) {
        const first = evaluator.tryEval(node.left, context);
        throw first instanceof Error ? first : last;
      }
    });
  }
}

const isLogical = (part: object): part is LogicalNode =>
  'op' in part && (part.op === '||' || part.op === '&&') && 'meta' in part;
