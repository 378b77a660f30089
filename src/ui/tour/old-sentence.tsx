/** One sentence of an old text: its own words, what it means, and what v1.36 does. */
import type { ReactNode } from 'react';
import { oldTexts } from '#scenarios/tours/old-texts';
import type { OldSentence } from './old-words.ts';
import { useTourT } from './tour-words.ts';

/** The language of the old text; a quote without Han letters is a name in English. */
const languageOf = ({ seed, quote }: OldSentence): string | undefined =>
  /\p{sc=Han}/u.test(quote) ? oldTexts.find(({ id }) => id === seed)?.language : 'en';

/** The quote is often half a sentence, as it was written; its meaning stands beside it. */
export function OldSentenceText({ sentence }: { readonly sentence: OldSentence }): ReactNode {
  const t = useTourT();
  const { quote, says, now, lang, changed } = sentence;
  return (
    <dl className="old-sentence">
      <dt>{t('ui.then')}</dt>
      <dd>
        <q lang={languageOf(sentence)}>{quote}</q> <span lang={lang}>{says}</span>
      </dd>
      <dt>
        {t('ui.now')}
        {changed && <small>{t('ui.changed')}</small>}
      </dt>
      <dd lang={lang}>{now}</dd>
    </dl>
  );
}
