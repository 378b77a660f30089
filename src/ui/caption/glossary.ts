/** The terms that have an explanation: one glossary as data, fetched beside the story's words. */
import { useEffect, useState } from 'react';
import { type Locale, useLocale } from '#i18n/locale';

export interface Term {
  readonly term: string;
  /** One plain sentence. */
  readonly plain: string;
  /** The room where a reader can see it. */
  readonly where: string;
  /** Other forms of the word. */
  readonly also?: readonly string[];
}

type Glossary = Readonly<Record<string, Term>>;

const files = import.meta.glob<Glossary>('../../i18n/glossary/*.json', { import: 'default' });

async function fetchGlossary(locale: Locale): Promise<Glossary> {
  const fetch = files[`../../i18n/glossary/${locale}.json`] ?? files['../../i18n/glossary/en.json'];
  return (await fetch?.()) ?? {};
}

/** The glossary in the page's language; empty until it is there. */
export function useGlossary(): Glossary {
  const locale = useLocale((state) => state.locale);
  const [glossary, setGlossary] = useState<Glossary>({});
  useEffect(() => {
    let wanted = true;
    fetchGlossary(locale)
      .then((found) => wanted && setGlossary(found))
      .catch(() => undefined);
    return () => {
      wanted = false;
    };
  }, [locale]);
  return glossary;
}
