/** A tale's page, for readers without scripts, search engines and previews of links. */
import { html } from '#export/html';
import { transcriptSections } from '#export/transcript-html';
import { figureSvg } from './figure-svg.ts';
import type { PlayedTale } from './play-tale.ts';
import { cardSize } from './social-card.ts';
import { type PageLanguage, type PageWords, pageLanguages } from './words.ts';

export interface Site {
  /** Where the site will lie, with a slash at its end; `undefined`: not known. */
  readonly address: string | undefined;
  readonly contentSecurityPolicy: string;
}

/** The folder of a page below the site's: English has none of its own. */
export const folderOf = (id: string, lang: PageLanguage): string =>
  lang === 'en' ? `s/${id}/` : `s/${id}/${lang}/`;

const longestAbout = 200;

export function pageHtml(
  { id, outline, figure }: PlayedTale,
  words: PageWords,
  site: Site,
): string {
  const { lang, title, t } = words;
  const up = '../'.repeat(folderOf(id, lang).split('/').length - 1);
  const app = `${up}?tour=${id}`;
  const spoken = lang === 'en' ? '' : `&lang=${lang}`;
  const home = lang === 'en' ? '' : `?lang=${lang}`;
  const linkTo = (step: string): string => `${app}&step=${stepText(step)}${spoken}&v=1`;
  const seconds = figure.milliseconds / 1000;
  return `<!doctype html>
<html lang="${lang}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${html(site.contentSecurityPolicy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
${headTags(id, words, site, up)}
<link rel="icon" type="image/svg+xml" href="${up}icon.svg">
<link rel="stylesheet" href="${up}s/page.css">
</head>
<body>
<header>
<p class="brand"><a href="${up}${home}">Podyssey</a></p>
<h1>${html(title)}</h1>
<p class="about">${html(shortened(words.about))}</p>
<p class="command"><code translate="no">$ ${html(figure.command)}</code></p>
<p class="act"><a class="open" href="${html(`${app}${spoken}`)}">${html(t('transcript.open'))}</a>
<span>${html(t('transcript.steps', { n: outline.stepCount }))} · ${seconds.toFixed(1)} s</span></p>
${figureSvg(figure, html(title))}
<p class="note">${html(t('transcript.about'))}</p>
</header>
<main id="transcript" data-steps="${outline.stepCount}">
${transcriptSections(outline, { linkTo }, words)}
</main>
<footer>
<nav aria-label="${html(t('transcript.languages'))}">${languageLinks(id, lang, up)}</nav>
</footer>
</body>
</html>
`;
}

/** What other sites read of the page. Without its own address, the site's links are relative. */
function headTags(id: string, words: PageWords, { address }: Site, up: string): string {
  const { title, about, lang, t } = words;
  const folder = folderOf(id, lang);
  const whole = (path: string): string =>
    address === undefined ? up + path : new URL(path, address).href;
  const sentence = html(shortened(about));
  const property = (name: string, content: string): string =>
    `<meta property="${name}" content="${content}">`;
  const card = html(whole(`s/${id}/card.png`));
  return [
    `<title>${html(t('transcript.of', { title }))} · Podyssey</title>`,
    `<meta name="description" content="${sentence}">`,
    property('og:type', 'article'),
    property('og:site_name', 'Podyssey'),
    property('og:locale', lang.replace('-', '_')),
    property('og:title', html(title)),
    property('og:description', sentence),
    ...(address === undefined ? [] : [property('og:url', html(whole(folder)))]),
    property('og:image', card),
    property('og:image:type', 'image/png'),
    property('og:image:width', String(cardSize.width)),
    property('og:image:height', String(cardSize.height)),
    property('og:image:alt', html(title)),
    '<meta name="twitter:card" content="summary_large_image">',
    `<meta name="twitter:title" content="${html(title)}">`,
    `<meta name="twitter:description" content="${sentence}">`,
    `<meta name="twitter:image" content="${card}">`,
    `<link rel="alternate" type="application/json+oembed" title="${html(title)}" href="${html(whole(`s/${id}/oembed.json`))}">`,
    ...languagesOf(id).map(
      ([code, path]) => `<link rel="alternate" hreflang="${code}" href="${html(whole(path))}">`,
    ),
  ].join('\n');
}

const languagesOf = (id: string): readonly (readonly [PageLanguage, string])[] =>
  (Object.keys(pageLanguages) as PageLanguage[]).map((lang) => [lang, folderOf(id, lang)]);

function languageLinks(id: string, own: PageLanguage, up: string): string {
  const links = languagesOf(id).map(([lang, path]) => {
    const here = lang === own ? ' aria-current="page"' : '';
    return `<a lang="${lang}" hreflang="${lang}" href="${up}${path}"${here}>${pageLanguages[lang]}</a>`;
  });
  return links.join('\n');
}

/** Slashes and tildes may stand in a query as they are. */
const stepText = (step: string): string =>
  encodeURIComponent(step).replace(/%2F/g, '/').replace(/%7E/g, '~');

/** Whole sentences, as many as a preview shows. */
function shortened(text: string): string {
  if (text.length <= longestAbout) return text;
  const end = text.slice(0, longestAbout).search(/[.。！？!?][^.。！？!?]*$/);
  return end > 40 ? text.slice(0, end + 1) : `${text.slice(0, longestAbout - 1)}…`;
}
