/** What the reducers of all components share: their type, and small immutable list helpers. */
import type { Fact, FactOf, FactType } from '#trace/facts';
import type { SceneDraft } from '../scene-draft.ts';

/** Folds one fact into the draft. */
export type Reducer<F extends Fact> = (draft: SceneDraft, fact: F) => void;

export type Reducers = { readonly [T in FactType]?: Reducer<FactOf<T>> };

/** The list with the item at its end, unless it is there already. */
export const including = (list: readonly string[], item: string): readonly string[] =>
  list.includes(item) ? list : [...list, item];

/** The list without the item; the same list when it was not there. */
export const excluding = (list: readonly string[], item: string): readonly string[] =>
  list.includes(item) ? list.filter((other) => other !== item) : list;
