/** Snippets for another page, which then shows a walkthrough at this place. */

/** Attributes of every frame: what it may do, and that it loads when it comes into view. */
const rights =
  'sandbox="allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox" ' +
  'allow="fullscreen; clipboard-write" loading="lazy"';

/** Parameters of the page alone; a frame has its host's theme and language, or its own. */
const ofPage = ['theme', 'motion'];

/** A frame as HTML. */
export function frameSnippet(address: string, title: string): string {
  const url = embedAddress(address);
  url.searchParams.set('ui', 'std');
  return (
    `<iframe src="${attribute(readable(url))}" title="${attribute(title)}" ${rights} ` +
    'style="width:100%;aspect-ratio:16/10;border:0"></iframe>'
  );
}

/** The element and the script that defines it; the link inside is for readers without scripts. */
export function elementSnippet(address: string, title: string): string {
  const url = embedAddress(address);
  const script = new URL('../element.js', withoutQuery(url)).href;
  // What was typed, in a cluster of one's own or not; or a lesson.
  const [, name, value] = /^#([sl])=([vw]1\.[\w-]+)$/.exec(url.hash) ?? [];
  const packed = name === undefined || value === undefined ? [] : [[name, value] as const];
  const attributes = [...url.searchParams, ...packed]
    .filter(([key]) => key !== 'lang')
    .map(([key, text]) => ` ${key}="${attribute(text)}"`);
  return (
    `<script type="module" src="${attribute(script)}"></script>\n` +
    `<podyssey-walkthrough${attributes.join('')}>` +
    `<a href="${attribute(address)}">${attribute(title)}</a></podyssey-walkthrough>`
  );
}

/** For places that allow neither scripts nor frames, such as a README: a picture with a link. */
export function imageSnippet(address: string, title: string): string {
  const picture = new URL('../poster.svg', withoutQuery(embedAddress(address))).href;
  return `[![${title.replace(/[[\]\\]/g, '\\$&')}](${picture})](${address})`;
}

/** The frame's page for what the page at this address shows. */
function embedAddress(address: string): URL {
  const page = new URL(address);
  const url = new URL('embed/', page);
  url.search = page.search;
  for (const name of ofPage) url.searchParams.delete(name);
  url.hash = page.hash;
  return url;
}

const readable = (url: URL): string => {
  const text = new URL(url);
  text.search = text.search.replace(/%2F/g, '/').replace(/%7E/g, '~');
  return text.href;
};

const withoutQuery = ({ origin, protocol, pathname }: URL): string =>
  origin === 'null' ? `${protocol}//${pathname}` : `${origin}${pathname}`;

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

const attribute = (text: string): string => text.replace(/[&<>"]/g, (sign) => entities[sign] ?? '');
