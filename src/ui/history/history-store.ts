/** The notes on what has changed, fetched beside the run: the page is there before them. */
import { create } from 'zustand';
import { type Locale, useLocale } from '#i18n/locale';
import { whenUp } from '#player/when-up';
import type { Note, NoteWordsById } from './note.ts';

interface History {
  readonly at: (step: string) => readonly Note[];
  readonly of: (component: string) => readonly Note[];
  readonly words: NoteWordsById;
  /** Whether the reader has them unfolded. */
  readonly open: boolean;
}

const none = (): readonly Note[] => [];

export const useHistory = create<History>(() => ({ at: none, of: none, words: {}, open: false }));

const wordsIn: Readonly<Record<Locale, () => Promise<{ readonly default: NoteWordsById }>>> = {
  en: () => import('./en.json'),
  'zh-CN': () => import('./zh-CN.json'),
  'zh-TW': () => import('./zh-TW.json'),
  ja: () => import('./ja.json'),
};

async function load(locale: Locale): Promise<void> {
  await whenUp();
  const [found, words] = await Promise.all([import('./notes.ts'), wordsIn[locale]()]);
  if (useLocale.getState().locale !== locale) return;
  useHistory.setState({ at: found.notesAt, of: found.notesOf, words: words.default });
}

/**
 * Fetches the notes in the page's language, now and after it changes; returns the function that
 * stops this.
 */
export function followHistory(): () => void {
  const follow = (): void => {
    // Without the notes the page shows less, but nothing wrong.
    load(useLocale.getState().locale).catch(() => undefined);
  };
  follow();
  return useLocale.subscribe(follow);
}
