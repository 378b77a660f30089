/** Random patches, and what upstream's modules make of them: scripts/generate/go-tables.mjs. */
import { describe, expect, it } from 'vitest';
import type { Result } from '#base/result';
import jsonPatches from '../fixtures/go-json-patches.json' with { type: 'json' };
import mergePatches from '../fixtures/go-merge-patches.json' with { type: 'json' };
import strategicPatches from '../fixtures/go-strategic-patches.json' with { type: 'json' };
import type { JsonObject, JsonValue } from '../json-value.ts';
import { structSchema } from '../schema/schema.ts';
import { applyMergePatch } from './json-merge-patch.ts';
import { applyJsonPatch, type JsonPatchOperation } from './json-patch.ts';
import { applyStrategicMergePatch } from './strategic-merge.ts';

interface Patch<P> {
  readonly document: JsonObject;
  readonly patch: P;
}
type Answer = { readonly value?: JsonValue; readonly error?: string };
type Table<P> = readonly (readonly [Patch<P>, Answer])[];

/** The rows that we answer otherwise. */
function differing<P>(table: Table<P>, apply: (input: Patch<P>) => Result<JsonValue, string>) {
  return table.flatMap(([input, go]) => {
    const result = apply(input);
    const ours: Answer = result.ok ? { value: result.value } : { error: result.error };
    return text(ours) === text(go) ? [] : [{ input, go, ours }];
  });
}

describe('as in Go', () => {
  it('a JSON patch gives this document, or fails in these words', () => {
    const table = jsonPatches as unknown as Table<readonly JsonPatchOperation[]>;
    expect(differing(table, ({ document, patch }) => applyJsonPatch(document, patch))).toEqual([]);
  });

  it('a merge patch gives this document', () => {
    const table = mergePatches as unknown as Table<JsonValue>;
    expect(
      differing(table, ({ document, patch }) => ({
        ok: true,
        value: applyMergePatch(document, patch),
      })),
    ).toEqual([]);
  });

  it('a strategic merge patch of a Pod gives this document, or fails in these words', () => {
    const table = strategicPatches as unknown as Table<JsonObject>;
    const schema = structSchema('core.Pod');
    expect(
      differing(table, ({ document, patch }) => applyStrategicMergePatch(document, patch, schema)),
    ).toEqual([]);
  });
});

const text = (value: object): string => JSON.stringify(sorted(value as JsonObject));

/** Members in one order: of JSON it has no meaning. */
function sorted(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, each]) => [key, sorted(each as JsonValue)]));
}
