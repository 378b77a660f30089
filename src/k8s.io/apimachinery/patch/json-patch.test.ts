import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../json-value.ts';
import { applyMergePatch, createMergePatch } from './json-merge-patch.ts';
import { applyJsonPatch, type JsonPatchOperation } from './json-patch.ts';

const document = { metadata: { labels: { 'a/b': '1' }, finalizers: ['x', 'y'] } };

const patched = (...operations: readonly JsonPatchOperation[]) => {
  const result = applyJsonPatch(document, operations);
  return result.ok ? result.value : result.error;
};

describe('a JSON patch', () => {
  it('adds, replaces, moves and removes by pointer', () => {
    expect(patched({ op: 'replace', path: '/metadata/labels/a~1b', value: '2' })).toMatchObject({
      metadata: { labels: { 'a/b': '2' } },
    });
    expect(
      patched(
        { op: 'test', path: '/metadata/finalizers/0', value: 'x' },
        { op: 'remove', path: '/metadata/finalizers/0' },
        { op: 'add', path: '/metadata/finalizers/-', value: 'z' },
        { op: 'add', path: '/metadata/finalizers/0', value: 'w' },
        { op: 'copy', from: '/metadata/finalizers', path: '/kept' },
        { op: 'move', from: '/metadata/labels', path: '/labels' },
      ),
    ).toEqual({
      metadata: { finalizers: ['w', 'y', 'z'] },
      kept: ['w', 'y', 'z'],
      labels: { 'a/b': '1' },
    });
  });

  it('names the operation that does not apply', () => {
    expect(patched({ op: 'remove', path: '/metadata/nope' })).toBe(
      "error in remove for path: '/metadata/nope':" +
        ' Unable to remove nonexistent key: nope: missing value',
    );
    expect(patched({ op: 'replace', path: '/spec/replicas', value: 1 })).toBe(
      'replace operation does not apply: doc is missing path: /spec/replicas: missing value',
    );
    expect(patched({ op: 'test', path: '/metadata/finalizers/1', value: 'x' })).toBe(
      'testing value /metadata/finalizers/1 failed: test failed',
    );
  });
});

describe('a JSON merge patch', () => {
  it('deletes by null and replaces lists', () => {
    const patch = { metadata: { labels: null, finalizers: ['z'] }, spec: { replicas: 5, x: null } };
    expect(applyMergePatch(document, patch)).toEqual({
      metadata: { finalizers: ['z'] },
      spec: { replicas: 5 },
    });
  });

  it('leads from any document to any other', () => {
    // Merge patches cannot set a null, so the documents here have none.
    const leaf = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.array(fc.integer()));
    const level = fc.dictionary(fc.constantFrom('a', 'b', 'c'), leaf, { noNullPrototype: true });
    const tree = fc.dictionary(fc.constantFrom('x', 'y'), fc.oneof(leaf, level), {
      noNullPrototype: true,
    });
    fc.assert(
      fc.property(tree, tree, (a: JsonObject, b: JsonObject) => {
        expect(applyMergePatch(a, createMergePatch(a, b))).toEqual(b);
      }),
    );
  });
});

describe('a step of a JSON patch that is not whole', () => {
  it('does not apply: a copy without from is no copy of the document', () => {
    const failed = (step: object): boolean =>
      !applyJsonPatch({ a: 1 }, [step as JsonPatchOperation]).ok;
    expect(failed({ op: 'copy', path: '/b' })).toBe(true);
    expect(failed({ op: 'move', path: '/b' })).toBe(true);
    expect(failed({ op: 'add', value: 1 })).toBe(true);
    expect(failed({ op: 'remove', path: '/constructor' })).toBe(true);
  });
});
