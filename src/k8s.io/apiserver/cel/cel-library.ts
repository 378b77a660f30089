/** All of the language in one value, for a cluster that has expressions. */
import type { Cel } from './cel.ts';
import { declareKind } from './declared-types.ts';
import { environmentWith } from './environment.ts';
import { compile } from './program.ts';

export const celLibrary: Cel = { compile, environmentWith, declareKind };
