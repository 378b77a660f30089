/**
 * The statements of the old texts in the reader's language. They were collected in English,
 * together with the other facts about them. Each other language has one file, fetched when it is
 * read.
 */
import type { Locale } from '#i18n/locale';

/** One statement of an old text, in one language. */
export interface OldSentence {
  readonly id: string;
  readonly seed: string;
  /** The quote, in the language of the old text. */
  readonly quote: string;
  readonly says: string;
  readonly now: string;
  /** The language of `says` and `now`. */
  readonly lang: Locale;
  readonly changed: boolean;
  readonly component: string;
}

/** The words, by the id of the statement. */
export type OldWords = Readonly<Record<string, Pick<OldSentence, 'says' | 'now'>>>;

const catalogs = import.meta.glob<OldWords>('../../i18n/coverage/*.json', { import: 'default' });

/**
 * Gives each statement its words in a language; one without them stays English, and is marked so.
 */
export function inLanguage(
  english: readonly Omit<OldSentence, 'lang'>[],
  words: OldWords,
  locale: Locale,
): readonly OldSentence[] {
  return english.map((sentence) => {
    const own = words[sentence.id];
    return own === undefined
      ? { ...sentence, lang: 'en' }
      : { ...sentence, says: own.says, now: own.now, lang: locale };
  });
}

/** All statements in a language; in English when its words cannot be fetched. */
export async function readOldSentences(locale: Locale): Promise<readonly OldSentence[]> {
  const words = catalogs[`../../i18n/coverage/${locale}.json`]?.().catch(() => ({}));
  const { default: english } = await import('#scenarios/tours/coverage.json');
  return inLanguage(english, (await words) ?? {}, locale);
}
