import { describe, expect, it } from 'vitest';
import { patchOf } from './patch-of.ts';

describe('what a mutating plugin changed', () => {
  it('is nothing when it gave the object back', () => {
    const pod = { spec: { containers: [] } };
    expect(patchOf(pod, pod)).toEqual([]);
  });

  it('names what was added, replaced and removed by its path', () => {
    const container = { name: 'a' };
    const before = {
      metadata: { labels: { x: '1' } },
      spec: { a: 1, b: 2, containers: [container] },
    };
    const after = {
      metadata: { labels: { x: '1', 'k8s.io/y': '2' } },
      spec: { a: 3, containers: [container, { name: 'b' }] },
    };
    expect(patchOf(before, after)).toEqual([
      { op: 'add', path: '/metadata/labels/k8s.io~1y', value: '2' },
      { op: 'replace', path: '/spec/a', value: 3 },
      { op: 'remove', path: '/spec/b' },
      { op: 'add', path: '/spec/containers/1', value: { name: 'b' } },
    ]);
  });
});
