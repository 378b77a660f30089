/** The address of another page of the site; language, theme and motion stay. */
export function linkTo(parameters: Readonly<Record<string, string>>): string {
  const now = new URLSearchParams(location.search);
  const kept = ['lang', 'theme', 'motion'].flatMap((name) => {
    const value = now.get(name);
    return value === null ? [] : [[name, value]];
  });
  const query = new URLSearchParams([...Object.entries(parameters), ...kept]).toString();
  // Of a file on a disk the folder is no page.
  return query === '' ? location.pathname : `?${query}`;
}

/** The page of a tour or scenario that can be read without scripts; the build writes it. */
export const transcriptOf = (id: string, lang: string): string =>
  lang === 'en' ? `s/${id}/` : `s/${id}/${lang}/`;
