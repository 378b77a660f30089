/**
 * The language, which a program may load later than the rest: few clusters have an expression.
 *
 * In: once, the library. Out: its functions. An expression that comes before the library fails
 * loudly; nothing else depends on whether it is there.
 */
import { assert } from '#base/assert';
import type { declareKind } from './declared-types.ts';
import type { environmentWith } from './environment.ts';
import type { compile } from './program.ts';

export interface Cel {
  readonly compile: typeof compile;
  readonly environmentWith: typeof environmentWith;
  readonly declareKind: typeof declareKind;
}

let provided: Cel | undefined;

/** Makes the language known to this program, for good. */
export function provideCel(library: Cel): void {
  provided = library;
}

/** The language. Fails when nobody has provided it. */
export function cel(): Cel {
  assert(provided !== undefined, 'an expression came, but this program has not loaded CEL');
  return provided;
}
