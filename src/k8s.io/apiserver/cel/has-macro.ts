/**
 * `has(…)` of a field of anything: `has(self.matches[0].path)`.
 *
 * Models the macro of cel-go, which takes every selection of a field. The library takes only names
 * joined by dots; so what stands in front of them is checked here. In: a parsed expression, before
 * its check.
 */
import { partsOf } from './tree.ts';

interface Selection {
  readonly op: string;
  readonly args: readonly [Selection, ...unknown[]];
}

interface Checker {
  check(node: unknown, context: unknown): unknown;
  getType(name: string): unknown;
}

/** The macro as the library expands it: it walks `macroHasProps` from the last to the first. */
interface HasMacro {
  readonly args: readonly [Selection];
  macroHasProps?: readonly Selection[];
  typeCheck(checker: Checker, macro: HasMacro, context: unknown): unknown;
}

/** Lets `has` look into what is no name. */
export function takeEverySelection(tree: unknown): void {
  for (const part of partsOf(tree)) {
    const macro = hasMacroOf(part);
    if (macro === undefined) continue;
    const [first] = macro.args;
    const steps: Selection[] = [];
    let from = first;
    for (; isSelection(from); from = from.args[0]) steps.push(from);
    // The library's own way, and its own error for what selects nothing.
    if (steps.length === 0 || from.op === 'id') continue;
    macro.typeCheck = (checker, _, context) => {
      checker.check(from, context);
      macro.macroHasProps = [...steps, from];
      return checker.getType('bool');
    };
  }
}

const isSelection = ({ op }: Selection): boolean => op === '.' || op === '.?';

function hasMacroOf(part: object): HasMacro | undefined {
  if (!('op' in part && part.op === 'call' && 'args' in part && 'meta' in part)) return undefined;
  const { args, meta } = part as { args: readonly unknown[]; meta: { macro?: HasMacro } };
  return args[0] === 'has' ? meta.macro : undefined;
}
