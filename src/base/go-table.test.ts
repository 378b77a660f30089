/** Random patterns and texts, and what Go makes of them: scripts/generate/go-tables.mjs. */
import { describe, expect, it } from 'vitest';
import table from './fixtures/go-regexps.json' with { type: 'json' };
import { replaceMatches } from './regexp.ts';
import { regexpLibrary } from './regexp-library.ts';

interface Input {
  readonly pattern: string;
  readonly text: string;
}

/** The first match with its groups, all matches, and the text with each of them in `<>`. */
function found({ pattern, text }: Input): unknown {
  const compiled = regexpLibrary(pattern, false);
  if (!compiled.ok) return { error: compiled.error };
  const expression = compiled.value;
  const first = expression.exec(text);
  const all = expression.all(text).map(({ groups }) => groups[0]);
  const replaced = replaceMatches(text, expression, true, ([whole]) => `<${whole}>`);
  const groups = first?.groups.map((group) => group ?? '') ?? null;
  return { value: { groups, all: all.length === 0 ? null : all, replaced } };
}

describe('a regular expression', () => {
  it('compiles, fails and matches as in Go', () => {
    const differing = (table as unknown as readonly [Input, unknown][]).flatMap(([input, go]) => {
      const ours = found(input);
      return JSON.stringify(ordered(ours)) === JSON.stringify(ordered(go))
        ? []
        : [{ input, go, ours }];
    });
    expect(differing).toEqual([]);
  });
});

/** Go writes the members of a map in the order of their names. */
function ordered(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, each]) => [key, ordered(each)]));
}
