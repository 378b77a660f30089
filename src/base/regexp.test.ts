import { describe, expect, it } from 'vitest';
import { lateRegexp, type Regexp, regexpOf, replaceMatches } from './regexp.ts';
import { regexpLibrary } from './regexp-library.ts';

const compileRegexp = lateRegexp(() => regexpLibrary);

const compiled = (pattern: string): Regexp => {
  const result = compileRegexp(pattern);
  if (!result.ok) throw new Error(result.error);
  return result.value;
};

describe('a regular expression', () => {
  it('takes time in proportion to the text, where the language would go back for ever', () => {
    const text = `${'a'.repeat(50_000)}!`;
    const before = performance.now();
    for (const pattern of ['^(a+)+$', '^(a|aa)+$', '(.*)*b', '^([\\s\\S]*a){20}$']) {
      compiled(pattern).test(text);
    }
    expect(performance.now() - before).toBeLessThan(5000);
  });

  it.each([
    ['(', 'error parsing regexp: missing closing ): `(`'],
    ['a**', 'error parsing regexp: invalid nested repetition operator: `**`'],
    ['(?=a)', 'error parsing regexp: invalid or unsupported Perl syntax: `(?=`'],
    ['a{1,2000}', 'error parsing regexp: invalid repeat count: `{1,2000}`'],
  ])('that Go refuses is refused in its words: %s', (pattern, error) => {
    expect(compileRegexp(pattern)).toEqual({ ok: false, error });
  });

  it('finds groups, and all matches', () => {
    const expression = compiled('(a)(b)?');
    expect(expression.exec('xab')).toEqual({ index: 1, groups: ['ab', 'a', 'b'] });
    expect(expression.all('aab').map(({ groups }) => groups[2])).toEqual([undefined, 'b']);
    expect(replaceMatches('aab', expression, true, ([whole]) => `<${whole}>`)).toBe('<a><ab>');
    expect(expression.exec('x')).toBeUndefined();
  });
});

describe('the compiler of a cluster', () => {
  it('fails loudly until its library comes, and knows nothing of another cluster', () => {
    let library: typeof regexpLibrary | undefined;
    const [late, other] = [lateRegexp(() => library), lateRegexp(() => undefined)];
    expect(() => late('a')).toThrow('without regular expressions');
    library = regexpLibrary;
    expect(late('a')).toMatchObject({ ok: true });
    expect(late('a')).toBe(late('a'));
    expect(() => other('a')).toThrow('without regular expressions');
    expect(() => regexpOf({})('a')).toThrow('without regular expressions');
  });
});
