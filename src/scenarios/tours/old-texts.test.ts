import { describe, expect, it } from 'vitest';
import coverage from './coverage.json' with { type: 'json' };
import { oldTexts, oldTextYears, withYears } from './old-texts.ts';

const catalogs = import.meta.glob<Readonly<Record<string, unknown>>>(
  [
    '../../i18n/*.json',
    '../../i18n/tours/*/*.json',
    '../../i18n/coverage/*.json',
    '../gallery/*/words/*.json',
  ],
  { import: 'default', eager: true },
);

/** Every text of the catalogues, with the place where it stands. */
const texts = [
  ...Object.entries(catalogs).flatMap(([path, words]) =>
    Object.entries(words).map(([id, text]) => ({ path, id, text: JSON.stringify(text) })),
  ),
  ...coverage.map(({ id, says, now }) => ({
    path: './coverage.json',
    id,
    text: JSON.stringify({ says, now }),
  })),
];

/** Where a year is one of Kubernetes' own past, such as the end of Heapster, and not of a text. */
const pastOfKubernetes = new Set([
  '001.runtime.docker-rkt',
  '002.metrics.heapster',
  '003.sync.phases',
  'components.metrics.shown',
  'full-walk.pod-status.phase',
  'kubelet-modules.runtime.calls',
]);

const year = /(?<![\d.])20[12]\d(?!\d)/;

describe('the years of the old texts', () => {
  it('stand in no catalogue: words have holes for them', () => {
    const found = texts.filter(({ id, text }) => year.test(text) && !pastOfKubernetes.has(id));
    expect(found).toEqual([]);
  });

  it('fill every hole that words have for them', () => {
    const holes = texts.flatMap(({ text }) => text.match(/\{(?:from|to)(?:\d{3}|All)\}/g) ?? []);
    expect(new Set(holes).size).toBeGreaterThan(4);
    expect(holes.filter((hole) => withYears(hole) === hole)).toEqual([]);
  });

  it('come from one entry for each text that has statements, with evidence', () => {
    const seeds = [...new Set(coverage.map(({ seed }) => seed))].sort();
    expect(oldTexts.map(({ id }) => id)).toEqual(seeds);
    for (const { id, from, to = from, evidence } of oldTexts) {
      expect(from, id).toBeLessThanOrEqual(to);
      expect(evidence, id).not.toBe('');
    }
  });

  it('leave other holes as they are', () => {
    expect(withYears('of {from000}, {total} in all')).toBe(
      `of ${oldTextYears['from000']}, {total} in all`,
    );
  });
});
