/**
 * The language, which a program may load later than the rest: few clusters have an expression.
 *
 * In: the library, or nothing where a cluster was started without it. Out: its functions. An
 * expression that comes without the library fails loudly; nothing else depends on whether it is
 * there.
 */
import type { declareKind } from './declared-types.ts';
import type { environments } from './environment.ts';
import type { compile } from './program.ts';

export interface Cel {
  readonly compile: typeof compile;
  readonly environmentWith: ReturnType<typeof environments>;
  readonly declareKind: typeof declareKind;
}

const notLoaded = (): never => {
  throw new Error('An expression came, but this cluster was started without CEL.');
};

const withoutCel: Cel = {
  compile: notLoaded,
  environmentWith: notLoaded,
  declareKind: notLoaded,
};

/** The language of a cluster that may be given the library after it has started. */
export const lateCel = (library: () => Cel | undefined): Cel => ({
  compile: (...args) => (library() ?? withoutCel).compile(...args),
  environmentWith: (...args) => (library() ?? withoutCel).environmentWith(...args),
  declareKind: (...args) => (library() ?? withoutCel).declareKind(...args),
});

/** What a cluster evaluates its expressions with; without the library the first one fails. */
export const celOf = ({ cel }: { readonly cel?: Cel }): Cel => cel ?? withoutCel;
