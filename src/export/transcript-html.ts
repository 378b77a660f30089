/** A run's transcript as HTML: an ordered list with a link at every step. Holds no script. */
import { html } from './html.ts';
import type { Outline, OutlineSection, OutlineStep } from './outline.ts';
import type { TranscriptHead } from './transcript-markdown.ts';
import { type ExportWords, timeText } from './words.ts';

/** The sections alone, for a page that has its own head. */
export function transcriptSections(
  outline: Outline,
  { linkTo }: Pick<TranscriptHead, 'linkTo'>,
  words: ExportWords,
): string {
  return outline.sections.map((section) => sectionHtml(section, linkTo, words)).join('\n');
}

/** A file of its own, which needs nothing beside it. */
export function transcriptHtml(outline: Outline, head: TranscriptHead, words: ExportWords): string {
  const { title, about } = head;
  return [
    '<!doctype html>',
    `<html lang="${html(words.lang)}">`,
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${html(title)}</title>`,
    `<style>${style}</style>`,
    `<h1>${html(title)}</h1>`,
    about === '' ? '' : `<p>${html(about)}</p>`,
    transcriptSections(outline, head, words),
    '</html>\n',
  ].join('\n');
}

const style = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 46rem; margin: 2rem auto; padding: 0 1rem; }
ol { padding-left: 3rem; }
li { margin: .25rem 0; break-inside: avoid; }
li.beside { opacity: .75; }
small { font-family: ui-monospace, monospace; white-space: nowrap; }
pre { overflow-x: auto; padding: .5rem; border: 1px solid; }
@media print { body { max-width: none; margin: 0; font-size: 10pt; } a { color: inherit; } }
`;

function sectionHtml(
  { title, tourTitle, tells, steps }: OutlineSection,
  linkTo: (step: string) => string,
  words: ExportWords,
): string {
  const heading = tourTitle === undefined ? title && words.say(title) : words.tell(tourTitle);
  const told = tells === undefined ? '' : words.tell(tells);
  const items = steps.map((step) => stepItem(step, linkTo, words)).join('\n');
  const first = steps[0]?.number ?? 1;
  return [
    '<section>',
    heading === undefined ? '' : `<h2>${html(heading)}</h2>`,
    told === '' ? '' : `<p class="told">${html(told)}</p>`,
    items === '' ? '' : `<ol start="${first}">\n${items}\n</ol>`,
    '</section>',
  ]
    .filter((line) => line !== '')
    .join('\n');
}

function stepItem(step: OutlineStep, linkTo: (step: string) => string, words: ExportWords): string {
  const text = words
    .say(step.text)
    .split('**')
    .map((part, index) => (index % 2 === 1 ? `<b>${html(part)}</b>` : html(part)))
    .join('');
  const link = `<a href="${html(linkTo(step.id))}">${timeText(step.at)}</a>`;
  const place = `<small>${link} ${html(step.component)}</small>`;
  const output =
    step.printed === undefined ? '' : `<pre translate="no">${html(step.printed.trimEnd())}</pre>`;
  return `<li${step.beside ? ' class="beside"' : ''}>${text} ${place}${output}</li>`;
}
