import { describe, expect, it } from 'vitest';
import { formatFieldSelector, matchesFields, parseFieldSelector } from './fields.ts';
import { formatSelector, matches, matchLabelSelector, parseSelector } from './labels.ts';

const selects = (text: string, labels: Record<string, string>): boolean => {
  const parsed = parseSelector(text);
  if (!parsed.ok) throw new Error(parsed.error);
  return matches(parsed.value, labels);
};

describe('label selectors', () => {
  it('matches equality, sets and presence', () => {
    const web = { app: 'web', tier: 'front' };
    for (const text of [
      'app=web',
      'app==web,tier',
      'tier in (front, back)',
      '!debug',
      'app!=db',
      '',
    ])
      expect(selects(text, web), text).toBe(true);
    for (const text of ['app=db', '!app', 'tier notin (front)', 'debug', 'app=web,tier=back'])
      expect(selects(text, web), text).toBe(false);
  });

  it('lets != and notin match objects without the label', () => {
    expect(selects('app!=web', {})).toBe(true);
    expect(selects('app notin (web)', {})).toBe(true);
    expect(selects('weight>5', { weight: '6' })).toBe(true);
    expect(selects('weight<5', { weight: 'x' })).toBe(false);
  });

  it('prints sorted by key and reads its own text back', () => {
    const parsed = parseSelector('tier in (b,a),app=web,!x');
    expect(parsed.ok && formatSelector(parsed.value)).toBe('app=web,tier in (a,b),!x');
  });

  it('says what it did not understand', () => {
    for (const text of ['app=web,', 'a in b', 'a in (b', '=x', 'a b'])
      expect(parseSelector(text).ok, text).toBe(false);
  });

  it('selects nothing without a selector and everything with an empty one', () => {
    expect(matchLabelSelector(undefined, { a: 'b' })).toBe(false);
    expect(matchLabelSelector({}, { a: 'b' })).toBe(true);
    const expression = { key: 'a', operator: 'In', values: ['b'] } as const;
    expect(matchLabelSelector({ matchExpressions: [expression] }, { a: 'b' })).toBe(true);
  });
});

describe('field selectors', () => {
  it('matches equality on the fields a resource offers', () => {
    const parsed = parseFieldSelector('spec.nodeName=node-1,status.phase!=Running');
    if (!parsed.ok) throw new Error(parsed.error);
    const pod: Record<string, string> = { 'spec.nodeName': 'node-1', 'status.phase': 'Pending' };
    expect(matchesFields(parsed.value, (field) => pod[field])).toBe(true);
    expect(
      matchesFields(parsed.value, (field) => ({ ...pod, 'status.phase': 'Running' })[field]),
    ).toBe(false);
    expect(formatFieldSelector(parsed.value)).toBe('spec.nodeName=node-1,status.phase!=Running');
  });

  it('matches the empty value of a field that is not set', () => {
    const parsed = parseFieldSelector('spec.nodeName=');
    expect(parsed.ok && matchesFields(parsed.value, () => undefined)).toBe(true);
    expect(parseFieldSelector('nonsense').ok).toBe(false);
  });
});
