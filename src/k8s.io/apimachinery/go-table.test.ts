/** Random inputs, and what k8s.io/apimachinery answers to them: scripts/generate/go-tables.mjs. */
import { describe, expect, it } from 'vitest';
import { humanDuration } from './duration.ts';
import durations from './fixtures/go-durations.json' with { type: 'json' };
import quantities from './fixtures/go-quantities.json' with { type: 'json' };
import selectors from './fixtures/go-selectors.json' with { type: 'json' };
import { formatSelector, type Labels, matches, parseSelector } from './labels.ts';
import { formatQuantity, parseQuantity } from './quantity.ts';

interface Answer<T> {
  readonly value?: T;
  readonly error?: string;
}
type Table<I, T> = readonly (readonly [I, Answer<T>])[];

interface Selection {
  readonly selector: string;
  readonly sets: readonly Labels[];
}

describe('as in Go', () => {
  it('a quantity is written in its canonical form, or refused', () => {
    const table = quantities as unknown as Table<string, string>;
    const differing = table.filter(([text, { value }]) => {
      const parsed = parseQuantity(text);
      return (parsed && formatQuantity(parsed)) !== value;
    });
    expect(differing).toEqual([]);
  });

  it('a selector is read, written and matched, or refused in the same words', () => {
    const table = selectors as unknown as Table<Selection, { text: string; matches: boolean[] }>;
    const differing = table.flatMap(([{ selector, sets }, { value, error }]): unknown[] => {
      const parsed = parseSelector(selector);
      if (!parsed.ok)
        return parsed.error === error ? [] : [{ selector, error, ours: parsed.error }];
      const text = formatSelector(parsed.value);
      const held = sets.map((set) => matches(parsed.value, set));
      const same = text === value?.text && held.join() === value.matches.join();
      return same ? [] : [{ selector, value, text, held }];
    });
    expect(differing).toEqual([]);
  });

  it('a duration is written for people', () => {
    const differing = (durations as unknown as Table<number, string>).filter(
      ([seconds, { value }]) => humanDuration(seconds) !== value,
    );
    expect(differing).toEqual([]);
  });
});
