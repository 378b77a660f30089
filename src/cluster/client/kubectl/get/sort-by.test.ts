import { describe, expect, it } from 'vitest';
import { defined } from '#base/defined';
import type { JsonValue } from '#k8s.io/apimachinery/json-value';
import { sortedBy } from './sort-by.ts';

const named = (name: string, count?: number): JsonValue => ({
  metadata: { name },
  ...defined({ count }),
});
const items = [named('pod-10', 2), named('pod-2', 10), named('pod-1')];

function names(flag: string): unknown {
  const sorted = sortedBy(flag, items, (item) => item);
  if (!sorted.ok) return sorted.error;
  return sorted.value.map((item) => (item as { metadata: { name: string } }).metadata.name);
}

describe('kubectl get --sort-by', () => {
  it('sorts names with their numbers as numbers', () => {
    expect(names('.metadata.name')).toEqual(['pod-1', 'pod-2', 'pod-10']);
    expect(names('{metadata.name}')).toEqual(['pod-1', 'pod-2', 'pod-10']);
  });

  it('puts what lacks the field first', () => {
    expect(names('.count')).toEqual(['pod-1', 'pod-10', 'pod-2']);
  });

  it('refuses a field that nothing has', () => {
    expect(names('.spec.nope')).toBe(
      'couldn\'t find any field with path "{.spec.nope}" in the list of objects',
    );
  });
});
