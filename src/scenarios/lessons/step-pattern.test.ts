import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stepPattern } from './step-pattern.ts';

const id = 'kube-controller-manager/replicaset-controller/sync/default/nginx-7f8fbb96d~2';

describe('the steps that a lesson means', () => {
  it.each([
    'kube-controller-manager',
    'kube-controller-manager/replicaset-controller/sync',
    'kube-controller-manager/replicaset-controller/sync/default/nginx-7f8fbb96d~2',
    'kube-*/*/sync/',
    '**/sync/*/nginx-*',
    '**/default',
    'kube-controller-manager/**/nginx-*~*',
  ])('are those whose id begins with %s', (pattern) => {
    expect(stepPattern(pattern).test(id)).toBe(true);
    expect(stepPattern(['nothing', pattern]).test(id)).toBe(true);
  });

  it.each([
    'kube',
    'kube-controller-manager/replicaset',
    '*/sync',
    '**/syn',
    'x*/**',
    '**/nginx-*x',
    '',
  ])('are not those of %s', (pattern) => {
    expect(stepPattern(pattern).test(id)).toBe(false);
  });

  it('are the same that a regular expression would find', () => {
    const part = fc.string({ unit: fc.constantFrom('a', 'b', '*'), minLength: 1, maxLength: 4 });
    const parts = fc.array(fc.oneof(part, fc.constant('**')), { minLength: 1, maxLength: 5 });
    const name = fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(parts, fc.array(name, { minLength: 1, maxLength: 6 }), (pattern, names) => {
        const source = pattern.map((each) =>
          each === '**' ? '(?:[^/]+/)*' : `${each.replace(/\*+/g, '[^/]*')}/`,
        );
        const expected = new RegExp(`^${source.join('')}`).test(`${names.join('/')}/`);
        const found = stepPattern(pattern.join('/')).test(names.join('/'));
        expect([pattern.join('/'), names.join('/'), found]).toEqual([
          ...[pattern.join('/'), names.join('/'), expected],
        ]);
      }),
      { numRuns: 1000 },
    );
  });
});
