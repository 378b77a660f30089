import { expect, it } from 'vitest';
import type { FactDraft } from '#trace/facts';
import { evidenceOf } from '../facts.fixture.ts';
import { causesEndAtARoot, noComponentPanics } from './trace.ts';

const key = { component: 'kube-controller-manager', queue: 'job', key: 'default/a' };
const taken = (cause: number): FactDraft & { readonly cause: number } => ({
  ...{ type: 'KeyTaken', ...key, cause },
});

it('a cause is a root or comes before its effect', () => {
  expect(causesEndAtARoot(evidenceOf([taken(1)]))).toBeUndefined();
  expect(causesEndAtARoot(evidenceOf([taken(0)]))?.message).toBe('KeyTaken has the cause 0');
  expect(causesEndAtARoot(evidenceOf([taken(3), taken(1)]))?.message).toContain('the cause 3');
});

it('a panic is found where it was recovered', () => {
  const component = 'kube-apiserver';
  const panic = { type: 'PanicRecovered', component, doing: 'GET /', message: 'no' } as const;
  expect(noComponentPanics(evidenceOf([taken(1), panic]))).toEqual({
    fact: 3,
    message: 'kube-apiserver at GET /: no',
  });
});
