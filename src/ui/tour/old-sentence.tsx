/** One sentence of an old text: its own words, what it says, and what v1.36 does. */
import type { ReactNode } from 'react';
import { useTourT } from './tour-words.ts';

export interface OldSentence {
  readonly id: string;
  readonly seed: string;
  readonly quote: string;
  readonly says: string;
  readonly now: string;
  readonly changed: boolean;
  readonly component: string;
}

/** Three of the texts are in simplified Chinese, one in traditional; names in them are English. */
const languageOf = ({ seed, quote }: OldSentence): string =>
  /\p{sc=Han}/u.test(quote) ? (seed === '003' ? 'zh-TW' : 'zh-CN') : 'en';

/** The sentences themselves were collected in English; the quotes are as they were written. */
export function OldSentenceText({ sentence }: { readonly sentence: OldSentence }): ReactNode {
  const t = useTourT();
  const { quote, says, now, changed } = sentence;
  return (
    <dl className="old-sentence">
      <dt>{t('ui.then')}</dt>
      <dd>
        <q lang={languageOf(sentence)}>{quote}</q> <span lang="en">{says}</span>
      </dd>
      <dt>
        {t('ui.now')}
        {changed && <small>{t('ui.changed')}</small>}
      </dt>
      <dd lang="en">{now}</dd>
    </dl>
  );
}
