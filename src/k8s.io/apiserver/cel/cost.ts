/**
 * What an expression may cost: a loop in a loop in a loop ends, and says why.
 *
 * Models k8s.io/apiserver pkg/apis/cel config.go PerCallLimit and cel-go's cost tracker: each step
 * of a comprehension costs as much as it has parts. In: the tree of a checked expression. Out: a
 * meter that the tree feeds while it is evaluated.
 */
import { CelFailure } from './library/library.ts';
import { partsOf } from './tree.ts';

/** Source: PerCallLimit. */
const perCallLimit = 1_000_000;

/** Source: cel-go interpreter runtimecost.go. */
export const costExceeded = 'operation cancelled: actual cost limit exceeded';

/** A loop of a tree, as the library has it. */
interface Loop {
  readonly iterable: unknown;
  readonly step: unknown;
  /** Asked before each step. */
  condition?: (reached: unknown) => boolean;
}

export class CostMeter {
  #spent = 0;

  begin(): void {
    this.#spent = 0;
  }

  get isExceeded(): boolean {
    return this.#spent > perCallLimit;
  }

  spend(cost: number): void {
    this.#spent += cost;
    if (this.isExceeded) throw new CelFailure(costExceeded);
  }
}

/** Has every loop of a tree feed the meter. */
export function measureLoops(tree: unknown, meter: CostMeter): void {
  for (const part of partsOf(tree)) {
    if (!isLoop(part)) continue;
    const cost = partsOf(part.step).size;
    const { condition } = part;
    part.condition = (reached) => {
      meter.spend(cost);
      return condition === undefined || condition(reached);
    };
  }
}

const isLoop = (value: object): value is Loop => 'iterable' in value && 'step' in value;
