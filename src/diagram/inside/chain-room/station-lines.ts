/** How many lines each station has below its head when it is open: what decides what is folded. */
import type { FactOf } from '#trace/facts';
import { type Chain, groupsOf, type StationName } from './chain-model.ts';

/** Patch lines of a pass at most, and names of those that looked. */
export const most = { patches: 6, few: 3, lookers: 6, bindings: 3 } as const;

export function linesOf({ facts }: Chain, patches: number): ReadonlyMap<StationName, number> {
  const authorized = facts.get('Authorized');
  const rule = authorized?.tried.some(({ rbac }) => rbac !== undefined) === true;
  const lines: readonly (readonly [StationName, number])[] = [
    ['authenticate', 1 + (facts.get('Authenticated')?.tried.length ?? 0)],
    ['flow-control', 1],
    ['authorize', 1 + (authorized?.tried.length ?? 0) + (rule ? 5 : 0)],
    ['route', 1],
    ['decode', 1],
    ['mutate', linesOfPass(facts.get('Mutated'), patches)],
    ['validate', Math.max(1, facts.get('Validated')?.errors.length ?? 0)],
    ['admit', linesOfPass(facts.get('Admitted'), patches)],
    ['store', 2],
    ['answer', 1],
  ];
  return new Map(lines);
}

function linesOfPass(
  pass: FactOf<'Mutated'> | FactOf<'Admitted'> | undefined,
  room: number,
): number {
  if (pass === undefined) return 0;
  const { changed, denied, looked } = groupsOf(pass.plugins);
  const patches = changed.reduce((sum, { patch = [] }) => sum + patch.length, 0);
  const shown = patches > room ? room + 1 : patches;
  return (
    (changed.length > 0 ? 1 + changed.length + shown : 0) +
    denied.length +
    (looked.length > 0 ? 2 : 0) +
    1
  );
}
