/** A run's transcript as Markdown: sections, the words of the tour, and the steps as one list. */
import type { FieldChange, ObjectChanges } from './object-changes.ts';
import type { Outline, OutlineSection, OutlineStep } from './outline.ts';
import { answersText, questionText } from './questions.ts';
import { type ExportWords, timeText } from './words.ts';

export interface TranscriptHead {
  readonly title: string;
  readonly about: string;
  /** The address of a step in the app. */
  readonly linkTo: (step: string) => string;
}

/** Every step is one item of a numbered list; numbers go on from section to section. */
export function transcriptMarkdown(
  outline: Outline,
  head: TranscriptHead,
  words: ExportWords,
): string {
  const { title, about } = head;
  const sections = outline.sections.flatMap((section) => sectionLines(section, head, words));
  const answers = answersText(outline, words, escaped);
  const opening = [`# ${escaped(title)}`, ...(about === '' ? [] : [escaped(about)])];
  const parts = [...opening, ...sections, ...answers];
  return `${parts.join('\n\n')}\n`;
}

function sectionLines(
  { title, tourTitle, textId, asks, steps, changes }: OutlineSection,
  head: TranscriptHead,
  words: ExportWords,
): readonly string[] {
  const heading = tourTitle === undefined ? title && words.text(title) : words.tourText(tourTitle);
  const question = asks === undefined ? [] : questionText(asks, words, escaped);
  const items = steps.map((step) => stepItem(step, head, words));
  return [
    ...(heading === undefined ? [] : [`## ${escaped(heading)}`]),
    ...(asks?.first === true ? question : []),
    ...(textId === undefined ? [] : [escaped(words.tourText(textId))]),
    ...(asks?.first === false ? question : []),
    ...(changes === undefined ? [] : [changesText(changes, words)]),
    ...(items.length === 0 ? [] : [items.join('\n')]),
  ];
}

/** What the section changed in etcd, as one paragraph and a list. */
function changesText({ objects, more }: ObjectChanges, words: ExportWords): string {
  const count = (n: number): string => words.text({ id: 'transcript.more', params: { n } });
  const items = objects.map(({ op, kind, name, fields, moreFields }) => {
    const changed = [...fields.map(fieldText), ...(moreFields > 0 ? [count(moreFields)] : [])];
    const change =
      changed.length === 0 ? words.text({ id: `transcript.${op}` }) : changed.join('; ');
    return `- **${escaped(kind)}** ${escaped(name)}: ${escaped(change)}`;
  });
  const rest = more > 0 ? [`- ${escaped(count(more))}`] : [];
  const caption = words.text({ id: 'transcript.changes' });
  return [`${escaped(caption)}:`, '', ...items, ...rest].join('\n');
}

const fieldText = ({ path, before = '–', after = '–' }: FieldChange): string =>
  `${path} ${before} → ${after}`.replaceAll('\n', ' ');

function stepItem(step: OutlineStep, { linkTo }: TranscriptHead, words: ExportWords): string {
  const number = `${step.number}.`;
  const text = words
    .text(step.text)
    .split('**')
    .map((part, index) => (index % 2 === 1 ? boldText(part) : escaped(part)))
    .join('');
  const where = `[${timeText(step.at)}](${linkTo(step.id)}) \`${step.component}\``;
  const item = `${number} ${text.replaceAll('\n', ' ')} (${where})`;
  if (step.printed === undefined) return item;
  const pad = ' '.repeat(number.length + 1);
  const fence = fenceFor(step.printed);
  const lines = [fence, ...step.printed.trimEnd().split('\n'), fence];
  return [item, '', ...lines.map((line) => pad + line), ''].join('\n');
}

/** Marks stand at the words, not at the spaces around them. */
function boldText(part: string): string {
  const [, before = '', words = '', after = ''] = /^(\s*)([\s\S]*?)(\s*)$/.exec(part) ?? [];
  return words === '' ? part : `${before}**${escaped(words)}**${after}`;
}

/** Longer than every row of backticks in the text. */
function fenceFor(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  return '`'.repeat(longest + 1);
}

const escaped = (text: string): string => text.replace(/[\\`*_[\]<>#|]/g, '\\$&');
