/** All of the language in one value, for a cluster that has expressions. */
import type { CompileRegexp } from '#base/regexp';
import type { Cel } from './cel.ts';
import { declareKind } from './declared-types.ts';
import { environments } from './environment.ts';
import { compile } from './program.ts';

/** The language of one cluster; its functions compile patterns with `regexp`. */
export const celWith = (regexp: CompileRegexp): Cel => ({
  compile,
  environmentWith: environments(regexp),
  declareKind,
});
