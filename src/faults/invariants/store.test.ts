import { expect, it } from 'vitest';
import { commit, evidenceOf } from '../facts.fixture.ts';
import { revisionsOnlyGrow } from './store.ts';

const broken = (...commits: Parameters<typeof evidenceOf>[0]) =>
  revisionsOnlyGrow(evidenceOf(commits))?.message;

it('each commit has the next revision, and a key counts its writes', () => {
  const again = commit(2, '/a', {}, { version: 2, createRevision: 1 });
  expect(broken(commit(1, '/a', {}), again, commit(3, '/a'), commit(4, '/a', {}))).toBeUndefined();
});

it('a revision that comes twice, is left out or counts wrongly is found', () => {
  expect(broken(commit(1, '/a', {}), commit(1, '/b', {}))).toBe('revision 1 came after 1');
  expect(broken(commit(1, '/a', {}), commit(3, '/b', {}))).toBe('revision 3 came after 1');
  const wrong = commit(2, '/a', {}, { version: 3, createRevision: 1 });
  expect(broken(commit(1, '/a', {}), wrong)).toBe('/a is at version 3, written 2 times');
});
