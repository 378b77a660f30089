/** How unlike two words are, and which known words are near to one that somebody mistyped. */

/** The least number of letters to insert, delete or replace to make one word of the other. */
export function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a.charAt(i - 1) === b.charAt(j - 1) ? 0 : 1;
      const [left = 0, up = 0, diagonal = 0] = [next[j - 1], row[j], row[j - 1]];
      next.push(Math.min(left + 1, up + 1, diagonal + same));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}

/** A longer word is not looked at: somebody else may have written it. */
const longest = 60;

/**
 * The known word that is nearest to a mistyped one; `undefined` if more than a third of its letters
 * would have to change.
 */
export function nearestWord(typed: string, known: readonly string[]): string | undefined {
  if (typed.length > longest) return undefined;
  const [nearest] = known
    .map((word) => ({ word, distance: editDistance(typed.toLowerCase(), word.toLowerCase()) }))
    .filter(({ word, distance }) => distance <= Math.max(typed.length, word.length) / 3)
    .sort((a, b) => a.distance - b.distance);
  return nearest?.word;
}
