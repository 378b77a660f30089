/** Reads the words of a language from the catalogues, for one tale. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ExportWords } from '#export/words';
import { type Catalog, learn, type MessageId, type MessageParams, translate } from '#i18n/t';
import { withYears } from '#scenarios/tours/old-texts';

export const pageLanguages = {
  en: 'English',
  'zh-CN': '简体中文',
  'zh-TW': '繁體中文',
  ja: '日本語',
} as const;
export type PageLanguage = keyof typeof pageLanguages;

export interface PageWords extends ExportWords {
  readonly lang: PageLanguage;
  readonly t: (id: MessageId, params?: MessageParams) => string;
  /** In one sentence: what the tale shows. */
  readonly about: string;
  readonly title: string;
}

/** `src`: the folder of the sources. Words that a language lacks are in English. */
export function wordsFor(src: string, id: string, lang: PageLanguage): PageWords {
  const catalog = read<Catalog>(src, `i18n/${lang}.json`);
  learn(read<Catalog>(src, 'i18n/en.json'));
  const files = (of: PageLanguage): readonly string[] => [
    `i18n/tours/${of}/titles.json`,
    `i18n/tours/${of}/${id}.json`,
    `scenarios/gallery/${id}/words/${of}.json`,
  ];
  const own = [...files('en'), ...files(lang)].map((path) => read<Words>(src, path));
  const words: Words = Object.assign({}, ...own);
  const tourText = (key: string): string => withYears(words[key] ?? '');
  const first = Object.keys(words).find(
    (key) => key.startsWith(`${id}.`) && key.split('.').length === 3,
  );
  return {
    lang,
    t: (key, params) => translate(catalog, key, params),
    text: ({ id: key, params = {} }) => translate(catalog, key, params),
    tourText,
    title: tourText(id),
    about: tourText(`${id}.sees`) || tourText(first ?? ''),
  };
}

type Words = Readonly<Record<string, string>>;

const known = new Map<string, object>();

/** A catalogue; empty if there is none. */
function read<T extends object>(src: string, path: string): T {
  const file = join(src, path);
  let text = '{}';
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    // Not every tale has each of these files.
  }
  const before = known.get(text);
  const value = before ?? JSON.parse(text);
  known.set(text, value);
  return value as T;
}
