/** Random changes, and what k8s.io/apimachinery says of them: scripts/generate/go-diffs.ts. */
import { describe, expect, it } from 'vitest';
import diffs from './fixtures/go-diffs.json' with { type: 'json' };
import { internalJsonLines } from './schema/internal-lines.ts';
import { sequenceDiff } from './sequence-diff.ts';

interface Change {
  readonly type: string;
  readonly old: object;
  readonly new: object;
}
const table = diffs as unknown as readonly (readonly [Change, string])[];
const linesOf = ({ type, old, new: now }: Change) =>
  [internalJsonLines(type, old), internalJsonLines(type, now)] as const;

describe('as in Go', () => {
  it('a change of a spec is shown in the fields of the internal type', () => {
    const differing = table.flatMap(([change, diff]) => {
      const ours = sequenceDiff(...linesOf(change));
      return ours === diff ? [] : [{ change, diff, ours }];
    });
    expect(differing).toEqual([]);
  });

  it('lines that a long text has often begin no block', () => {
    expect(table.some(([change]) => linesOf(change)[1].length >= 200)).toBe(true);
  });
});

describe('the difference of two texts', () => {
  it('is empty when there is none', () => {
    expect(sequenceDiff(['a', 'b'], ['a', 'b'])).toBe('');
  });

  it('is shown with three lines around it, and changes far apart are two hunks', () => {
    const lines = [...'abcdefghijkl'];
    const changed = lines.map((line) => (line === 'b' || line === 'k' ? line.toUpperCase() : line));
    expect(sequenceDiff(lines, changed)).toBe(
      '@@ -1,5 +1,5 @@\n a\n-b\n+B\n c\n d\n e\n@@ -8,5 +8,5 @@\n h\n i\n j\n-k\n+K\n l\n',
    );
  });

  it('keeps the longest block, though another script would be shorter', () => {
    expect(sequenceDiff([...'ab'], [...'acab'])).toBe('@@ -1,2 +1,4 @@\n+a\n+c\n a\n b\n');
  });
});
