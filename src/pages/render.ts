/** All files of the static pages, from the outlines: path below the site → content. */
import { html } from '#export/html';
import { gallery } from '#scenarios/gallery/gallery';
import { tourIds } from '#scenarios/tours/tour-ids';
import { oembedJson } from './oembed.ts';
import { folderOf, pageHtml, type Site } from './page-html.ts';
import type { PlayedTale } from './play-tale.ts';
import { socialCard } from './social-card.ts';
import { coloursOf, pageStyle } from './style.ts';
import { type PageLanguage, pageLanguages, wordsFor } from './words.ts';

/** The ids of all pages, in the order of the menu and of the gallery. */
export const pageIds: readonly string[] = [...tourIds, ...gallery.map(({ id }) => id)];

export type Files = ReadonlyMap<string, string | Uint8Array>;

/** The files of one tale. `src`: the folder of the sources, for words and colours. */
export function filesOf(tale: PlayedTale, src: string, site: Site): Files {
  const files = new Map<string, string | Uint8Array>();
  for (const lang of Object.keys(pageLanguages) as PageLanguage[]) {
    const words = wordsFor(src, tale.id, lang);
    files.set(`${folderOf(tale.id, lang)}index.html`, pageHtml(tale, words, site));
  }
  const { title } = wordsFor(src, tale.id, 'en');
  files.set(`s/${tale.id}/oembed.json`, oembedJson(tale.id, title, site));
  files.set(`s/${tale.id}/card.png`, socialCard(tale.figure, coloursOf(src, 'dark')));
  return files;
}

/** What all pages share: their style, and the list of them. */
export function commonFiles(src: string, site: Site): Files {
  const items = pageIds.map((id) => {
    const { title, about } = wordsFor(src, id, 'en');
    return `<li><a href="${id}/">${html(title)}</a> ${html(about)}</li>`;
  });
  const list = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${html(site.contentSecurityPolicy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Transcripts · Podyssey</title>
<link rel="icon" type="image/svg+xml" href="../icon.svg">
<link rel="stylesheet" href="page.css">
</head>
<body>
<p class="brand"><a href="../">Podyssey</a></p>
<h1>Transcripts</h1>
<ul>
${items.join('\n')}
</ul>
</body>
</html>
`;
  return new Map([
    ['s/page.css', pageStyle(src)],
    ['s/index.html', list],
  ]);
}
