/** How alike two lists are, from 0 to 1: as multisets and as sequences. */

function counted<T>(items: readonly T[]): Map<T, number> {
  const counts = new Map<T, number>();
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1);
  return counts;
}

/** Twice the common members of two multisets over all their members. */
export function multisetScore(real: readonly string[], sim: readonly string[]): number {
  if (real.length === 0 && sim.length === 0) return 1;
  const ours = counted(sim);
  let common = 0;
  for (const [item, count] of counted(real)) common += Math.min(count, ours.get(item) ?? 0);
  return (2 * common) / (real.length + sim.length);
}

/** Twice the longest common subsequence over the length of both. */
export function sequenceScore(real: readonly string[], sim: readonly string[]): number {
  if (real.length === 0 && sim.length === 0) return 1;
  let previous = new Uint32Array(sim.length + 1);
  for (const item of real) {
    const current = new Uint32Array(sim.length + 1);
    for (let j = 1; j <= sim.length; j++) {
      current[j] =
        item === sim[j - 1]
          ? (previous[j - 1] ?? 0) + 1
          : Math.max(previous[j] ?? 0, current[j - 1] ?? 0);
    }
    previous = current;
  }
  return (2 * (previous[sim.length] ?? 0)) / (real.length + sim.length);
}

type Score = (real: readonly string[], sim: readonly string[]) => number;

/** One member of a comparison: what it belongs to, and what it says. */
export interface Grouped {
  readonly group: string;
  readonly item: string;
}

/** Scores group by group, each weighted by the length of its longer side. */
export function groupedScore(
  real: readonly Grouped[],
  sim: readonly Grouped[],
  score: Score,
): number {
  const [theirs, ours] = [byGroup(real), byGroup(sim)];
  let sum = 0;
  let weight = 0;
  for (const group of new Set([...theirs.keys(), ...ours.keys()])) {
    const [a, b] = [theirs.get(group) ?? [], ours.get(group) ?? []];
    const length = Math.max(a.length, b.length);
    sum += score(a, b) * length;
    weight += length;
  }
  return weight === 0 ? 1 : sum / weight;
}

function byGroup(items: readonly Grouped[]): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const { group, item } of items) {
    const list = groups.get(group);
    if (list === undefined) groups.set(group, [item]);
    else list.push(item);
  }
  return groups;
}

/** What only one side has, a line each. */
export function differences(real: readonly string[], sim: readonly string[]): readonly string[] {
  const [theirs, ours] = [counted(real), counted(sim)];
  const only = (who: string, a: Map<string, number>, b: Map<string, number>): string[] =>
    [...a].flatMap(([item, count]) => {
      const missing = count - (b.get(item) ?? 0);
      return missing > 0 ? [`only ${who} x${missing}: ${item}`] : [];
    });
  return [...only('real', theirs, ours), ...only('sim', ours, theirs)];
}
