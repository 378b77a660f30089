/** Which notes belong to which beat: both are in order, and a beat of another kind has none. */

export interface PlacedNote {
  /** The start of the id of a step, `*` for a name in it. */
  readonly at: string;
  readonly say: readonly string[];
}

/** Notes by the index of their beat. Each stands at the first beat after the one before it. */
export function placeNotes(
  notes: readonly PlacedNote[],
  beats: readonly string[],
): ReadonlyMap<number, readonly string[]> {
  const placed = new Map<number, readonly string[]>();
  let from = 0;
  for (const { at, say } of notes) {
    const pattern = patternOf(at);
    const index = beats.findIndex((id, beat) => beat >= from && pattern.test(id));
    if (index < 0) continue;
    placed.set(index, say);
    from = index + 1;
  }
  return placed;
}

function patternOf(at: string): RegExp {
  const parts = at.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('[^/]*')}`);
}
