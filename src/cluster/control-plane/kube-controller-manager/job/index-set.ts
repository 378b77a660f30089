/**
 * The succeeded or failed indexes of an Indexed Job, in the form of its status: `0,2-4,7`. Models
 * orderedIntervals of kubernetes/pkg/controller/job/indexed_job_utils.go.
 */

/** Sorted, without duplicates. */
export type IndexSet = readonly number[];

/** Two neighbours are `a,b`; three and more `a-c`. */
export function formatIndexes(indexes: IndexSet): string {
  const parts: string[] = [];
  for (let n = 0; n < indexes.length; ) {
    const first = indexes[n] ?? 0;
    let length = 1;
    while (indexes[n + length] === first + length) length++;
    const last = first + length - 1;
    parts.push(length === 1 ? `${first}` : `${first}${length === 2 ? ',' : '-'}${last}`);
    n += length;
  }
  return parts.join(',');
}

/** Indexes from `completions` on are dropped; parts that cannot be parsed are ignored. */
export function parseIndexes(text: string | undefined, completions: number): IndexSet {
  const found = new Set<number>();
  for (const part of (text ?? '').split(',')) {
    const match = /^(\d+)(?:-(\d+))?$/.exec(part);
    if (match === null) continue;
    const last = Math.min(Number(match[2] ?? match[1]), completions - 1);
    for (let index = Number(match[1]); index <= last; index++) found.add(index);
  }
  return sorted(found);
}

const sorted = (indexes: Iterable<number>): IndexSet => [...new Set(indexes)].sort((a, b) => a - b);

export const union = (a: IndexSet, b: Iterable<number>): IndexSet => sorted([...a, ...b]);

/** The lowest `count` indexes below `completions` that are in none of `taken`. */
export function firstPending(
  taken: ReadonlySet<number>,
  count: number,
  completions: number,
): readonly number[] {
  const result: number[] = [];
  for (let index = 0; index < completions && result.length < count; index++) {
    if (!taken.has(index)) result.push(index);
  }
  return result;
}
