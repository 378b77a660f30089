import { describe, expect, it } from 'vitest';
import { oldTexts } from '#scenarios/tours/old-texts';
import { hasClaim } from './claims.fixture.ts';
import { type Evidence, type EvidenceFile, missing } from './evidence.fixture.ts';
import read from './symbols.generated.json' with { type: 'json' };
import { evidenceOf, type WordsFile, wordsFiles } from './words-files.fixture.ts';

const files = wordsFiles.map((file): [string, WordsFile, EvidenceFile | undefined] => [
  file.name,
  file,
  evidenceOf(file),
]);
const withEvidence = files.flatMap(([name, file, evidence]) =>
  evidence === undefined ? [] : [[name, file, evidence] as const],
);

/** The evidence of a text: its own, or that of the stop or topic that it is a part of. */
function ofText(evidence: EvidenceFile, id: string): readonly Evidence[] {
  const own = evidence[id];
  if (own !== undefined) return own;
  const end = id.lastIndexOf('.');
  return end < 0 ? [] : ofText(evidence, id.slice(0, end));
}

/** Whether evidence belongs to a text, or to a topic with texts. */
const belongs = (texts: Readonly<Record<string, string>>, id: string): boolean =>
  texts[id] !== undefined || Object.keys(texts).some((text) => text.startsWith(`${id}.`));

describe('a told text', () => {
  it('is in a file that was read against the source', () => {
    const unread = files.filter(([, , evidence]) => evidence === undefined).map(([name]) => name);
    expect(unread).toEqual([]);
  });

  it.each(withEvidence)('in %s has evidence for what it claims', (_, { texts }, evidence) => {
    const bare = Object.entries(texts).filter(
      ([id, text]) => hasClaim(text) && ofText(evidence, id).length === 0,
    );
    expect(bare.map(([id]) => id)).toEqual([]);
  });
});

describe('evidence', () => {
  it.each(withEvidence)('for %s belongs to a text', (_, { texts }, evidence) => {
    expect(Object.keys(evidence).filter((id) => !belongs(texts, id))).toEqual([]);
  });

  it.each(withEvidence)('for %s names what exists', (_, __, evidence) => {
    const wrong = Object.entries(evidence).flatMap(([id, list]) =>
      list.flatMap((each) => {
        const problem = missing(each);
        return problem === undefined ? [] : [`${id}: ${problem}`];
      }),
    );
    expect(wrong).toEqual([]);
  });

  it('of what Kubernetes does is no description of our own, and no other evidence', () => {
    const told = /README\.md$|\/(?:evidence|words|i18n|notes)\/|\/evidence\.json$/;
    const own = withEvidence
      .filter(([name]) => !name.startsWith('docs/'))
      .flatMap(([, , evidence]) => Object.values(evidence).flat())
      .flatMap((each) => ('file' in each ? [each.file] : []));
    expect(own.filter((file) => told.test(file))).toEqual([]);
  });

  it('names the old texts by the ids of their list', () => {
    const named = withEvidence.flatMap(([, , evidence]) =>
      Object.values(evidence).flatMap((list) =>
        list.flatMap((each) => ('old' in each ? [each.old] : [])),
      ),
    );
    const known = new Set(oldTexts.map(({ id }) => id));
    expect(named.filter((id) => !known.has(id))).toEqual([]);
  });

  it('has no source in its list that no text rests on', () => {
    const named = new Set(
      withEvidence.flatMap(([, , evidence]) =>
        Object.values(evidence).flatMap((list) =>
          list.flatMap((each) => ('source' in each ? [each.source] : [])),
        ),
      ),
    );
    const listed = Object.entries(read).flatMap(([file, symbols]) =>
      Object.keys(symbols).map((symbol) => (symbol === '' ? file : `${file}: ${symbol}`)),
    );
    expect(listed.filter((source) => !named.has(source))).toEqual([]);
  });
});
