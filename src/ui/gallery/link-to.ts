/** The address of another page of the site, with the same language, theme and motion. */
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

/** The static page of a tour or scenario, readable without scripts; the build writes it. */
export const transcriptOf = (id: string, lang: string): string =>
  lang === 'en' ? `s/${id}/` : `s/${id}/${lang}/`;
