/**
 * The oEmbed answer for a tale, as a static file. A frame needs an absolute address: without one,
 * the answer is a link with a title.
 */
import { html } from '#export/html';
import type { Site } from './page-html.ts';
import { cardSize } from './social-card.ts';

const frame = { width: 960, height: 600 } as const;

export function oembedJson(id: string, title: string, { address }: Site): string {
  const common = { version: '1.0', title, provider_name: 'Podyssey' };
  if (address === undefined) return `${JSON.stringify({ ...common, type: 'link' }, null, 2)}\n`;
  const source = new URL(`embed/?tour=${id}&ui=std`, address).href;
  const code =
    `<iframe src="${html(source)}" title="${html(title)}" width="${frame.width}" ` +
    `height="${frame.height}" sandbox="allow-scripts allow-same-origin allow-popups ` +
    'allow-popups-to-escape-sandbox" allow="fullscreen; clipboard-write" loading="lazy" ' +
    'style="border:0"></iframe>';
  return `${JSON.stringify(
    {
      ...common,
      type: 'rich',
      provider_url: address,
      html: code,
      ...frame,
      thumbnail_url: new URL(`s/${id}/card.png`, address).href,
      thumbnail_width: cardSize.width,
      thumbnail_height: cardSize.height,
    },
    null,
    2,
  )}\n`;
}
