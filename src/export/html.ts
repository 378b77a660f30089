/** Text for HTML and SVG: the texts of a run stay text. */

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** For element content and for attributes in quotes. */
export const html = (text: string): string =>
  text.replace(/[&<>"']/g, (sign) => entities[sign] ?? '');

/** The same for XML, which cannot hold most control characters at all. */
export const xml = (text: string): string => html(text.replace(/[^\t\n\r -\uFFFD]/g, ''));
