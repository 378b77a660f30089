/** A run's transcript as HTML: an ordered list with a link at every step. Holds no script. */
import { html } from './html.ts';
import type { FieldChange, ObjectChange, ObjectChanges } from './object-changes.ts';
import type { Outline, OutlineSection, OutlineStep } from './outline.ts';
import { answersHtml, questionHtml } from './questions.ts';
import type { TranscriptHead } from './transcript-markdown.ts';
import { type ExportWords, timeText } from './words.ts';

/** The sections alone, for a page that has its own head. */
export function transcriptSections(
  outline: Outline,
  { linkTo }: Pick<TranscriptHead, 'linkTo'>,
  words: ExportWords,
): string {
  const parts = outline.sections.map((section) => sectionHtml(section, linkTo, words));
  return [...parts, answersHtml(outline, words)].filter((part) => part !== '').join('\n');
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
:root {
  color-scheme: light dark;
  font: 16px/1.5 system-ui, sans-serif;
  --on: light-dark(#b63d0a, #ff9a5c);
}
figure { margin: 1rem 0; break-inside: avoid; }
.chapter-picture { display: block; width: 100%; height: auto; fill: currentColor; }
.chapter-picture text { font: 11px system-ui, sans-serif; }
.chapter-picture :is(.room, .pod) { fill: Canvas; stroke: GrayText; }
.chapter-picture .way { fill: none; stroke: GrayText; opacity: .6; }
.chapter-picture .on { stroke: var(--on); stroke-width: 2; opacity: 1; }
.chapter-picture text.name { font-weight: 600; }
.chapter-picture text.line { font: 10px ui-monospace, monospace; }
.chapter-picture .pod.ready { fill: currentColor; stroke: currentColor; }
.chapter-picture .cross { stroke: currentColor; }
.told { margin: 1rem 0 .5rem; padding-left: .75rem; border-left: 3px solid var(--on); }
.ask { margin: .75rem 0; padding: .5rem .75rem; border: 1px solid GrayText; border-radius: 6px; }
.ask { break-inside: avoid; }
.ask p { margin: .15rem 0; }
.ask .choice { padding-left: 1rem; }
.changes { width: 100%; margin: .5rem 0; border-collapse: collapse; font-size: .8125rem; }
.changes caption { text-align: left; opacity: .8; }
.changes :is(th, td) { padding: .15rem .5rem .15rem 0; border-bottom: 1px solid GrayText; }
.changes :is(th, td) { font-weight: normal; text-align: left; vertical-align: top; }
.changes :is(th, td) { overflow-wrap: anywhere; }
.changes th { width: 38%; }
.changes code { font: .75rem ui-monospace, monospace; }
.changes ins { font-weight: 600; text-decoration: none; }
body { max-width: 46rem; margin: 2rem auto; padding: 0 1rem; }
ol { padding-left: 3rem; }
li { margin: .25rem 0; break-inside: avoid; }
li.beside { opacity: .75; }
small { font-family: ui-monospace, monospace; white-space: nowrap; }
pre { overflow-x: auto; padding: .5rem; border: 1px solid; }
@media print {
  @page { size: A4; margin: 15mm; }
  :root { color-scheme: light; }
  body { max-width: none; margin: 0; font-size: 10pt; }
  h2, .told { break-after: avoid; }
  figure { width: 78%; }
  .answers { break-before: page; }
  tr { break-inside: avoid; }
  a { color: inherit; text-decoration: none; }
}
`;

function sectionHtml(
  { title, tourTitle, textId, asks, steps, changes, picture }: OutlineSection,
  linkTo: (step: string) => string,
  words: ExportWords,
): string {
  const heading = tourTitle === undefined ? title && words.text(title) : words.tourText(tourTitle);
  const text = textId === undefined ? '' : words.tourText(textId);
  const question = asks === undefined ? '' : questionHtml(asks, words);
  const items = steps.map((step) => stepItem(step, linkTo, words)).join('\n');
  const first = steps[0]?.number ?? 1;
  return [
    '<section>',
    heading === undefined ? '' : `<h2>${html(heading)}</h2>`,
    picture === undefined ? '' : figureHtml(picture, words),
    asks?.first === true ? question : '',
    text === '' ? '' : `<p class="told">${html(text)}</p>`,
    asks?.first === false ? question : '',
    changes === undefined ? '' : changesHtml(changes, words),
    items === '' ? '' : `<ol start="${first}">\n${items}\n</ol>`,
    '</section>',
  ]
    .filter((line) => line !== '')
    .join('\n');
}

const figureHtml = (picture: string, words: ExportWords): string =>
  `<figure role="img" aria-label="${html(words.text({ id: 'transcript.picture' }))}">${picture}</figure>`;

const signs: Readonly<Record<ObjectChange['op'], string>> = {
  created: '+',
  changed: '~',
  deleted: '−',
};

/** Objects that changed, one a row: a sign, its name, and the fields that differ. */
function changesHtml({ objects, more }: ObjectChanges, words: ExportWords): string {
  const count = (n: number): string => html(words.text({ id: 'transcript.more', params: { n } }));
  const rows = objects.map(({ op, kind, name, fields, moreFields }) => {
    const rest = moreFields > 0 ? [`<span>${count(moreFields)}</span>`] : [];
    const cells = [...fields.map(fieldHtml), ...rest].join('<br>');
    const change = html(words.text({ id: `transcript.${op}` }));
    return (
      `<tr class="${op}"><th scope="row"><b title="${change}">${signs[op]}</b> ${html(kind)} ` +
      `<span translate="no">${html(name)}</span></th><td>${cells === '' ? change : cells}</td></tr>`
    );
  });
  const rest = more > 0 ? `<tr><td colspan="2">${count(more)}</td></tr>` : '';
  const caption = html(words.text({ id: 'transcript.changes' }));
  return `<table class="changes"><caption>${caption}</caption>\n${rows.join('\n')}${rest}</table>`;
}

function fieldHtml({ path, before, after }: FieldChange): string {
  const old = before === undefined ? '' : `<del>${html(before)}</del> `;
  const now = after === undefined ? '' : `<ins>${html(after)}</ins>`;
  return `<code translate="no">${html(path)} ${old}${now}</code>`;
}

function stepItem(step: OutlineStep, linkTo: (step: string) => string, words: ExportWords): string {
  const text = words
    .text(step.text)
    .split('**')
    .map((part, index) => (index % 2 === 1 ? `<b>${html(part)}</b>` : html(part)))
    .join('');
  const link = `<a href="${html(linkTo(step.id))}">${timeText(step.at)}</a>`;
  const place = `<small>${link} ${html(step.component)}</small>`;
  const output =
    step.printed === undefined ? '' : `<pre translate="no">${html(step.printed.trimEnd())}</pre>`;
  return `<li${step.beside ? ' class="beside"' : ''}>${text} ${place}${output}</li>`;
}
