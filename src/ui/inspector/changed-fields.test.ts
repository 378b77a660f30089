import { expect, it } from 'vitest';
import { changedFields } from './changed-fields.ts';

it('names the fields of a Pod that a binding and a new label change', () => {
  const before = { metadata: { name: 'a', resourceVersion: '1' }, spec: { containers: [] } };
  const after = {
    metadata: { name: 'a', resourceVersion: '2', labels: { app: 'a' } },
    spec: { containers: [], nodeName: 'node-1' },
    data: {},
  };
  expect(changedFields(before, after)).toEqual(['metadata.labels', 'spec.nodeName', 'data']);
  expect(changedFields(before, before)).toEqual([]);
});
