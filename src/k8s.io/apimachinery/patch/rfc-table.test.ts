/**
 * Random patches, and what two published modules make of them: the JSON patch of RFC 6902 and the
 * merge patch of RFC 7386. `scripts/generate/patch-table.mjs` wrote the table and says which
 * patches are in it.
 */
import { describe, expect, it } from 'vitest';
import table from '../fixtures/rfc-patches.json' with { type: 'json' };
import type { JsonValue } from '../json-value.ts';
import { applyMergePatch } from './json-merge-patch.ts';
import { applyJsonPatch, type JsonPatchOperation } from './json-patch.ts';

interface JsonCase {
  readonly document: JsonValue;
  readonly operations: readonly JsonPatchOperation[];
  readonly result: JsonValue;
}

interface MergeCase {
  readonly document: JsonValue;
  readonly patch: JsonValue;
  readonly result: JsonValue;
}

describe('as the RFC says', () => {
  it('a JSON patch gives this document', () => {
    const differing = (table.json as readonly JsonCase[]).filter(
      ({ document, operations, result }) => {
        const ours = applyJsonPatch(document, operations);
        return text(ours.ok ? ours.value : undefined) !== text(result);
      },
    );
    expect(differing).toEqual([]);
  });

  it('a merge patch gives this document', () => {
    const differing = (table.merge as readonly MergeCase[]).filter(
      ({ document, patch, result }) => text(applyMergePatch(document, patch)) !== text(result),
    );
    expect(differing).toEqual([]);
  });
});

const text = (value: JsonValue | undefined): string | undefined => JSON.stringify(sorted(value));

/** Members in one order: of JSON it has no meaning. */
function sorted(value: JsonValue | undefined): JsonValue | undefined {
  if (Array.isArray(value)) return value.map((item) => sorted(item) ?? null);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, each]) => [key, sorted(each as JsonValue) ?? null]));
}
