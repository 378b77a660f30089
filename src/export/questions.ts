/**
 * The questions of a tour in a transcript: asked where the tour asks them, answered at the end, so
 * that a printed handout lets its reader think first.
 */
import { html } from './html.ts';
import type { Outline, OutlineQuestion } from './outline.ts';
import type { ExportWords } from './words.ts';

/** A question of a tour has three choices, one of a lesson two to four. */
const most = 4;

function choicesOf({ words: id }: OutlineQuestion, words: ExportWords): readonly string[] {
  const all = Array.from({ length: most }, (_, index) => words.tourText(`${id}.ask.${index}`));
  return all.filter((choice) => choice !== '');
}

const headOf = ({ number }: OutlineQuestion, words: ExportWords): string =>
  words.text({ id: 'transcript.question', params: { n: number } });

/** A question and its choices; nothing if a language has no words for it. */
export function questionHtml(question: OutlineQuestion, words: ExportWords): string {
  const asked = words.tourText(`${question.words}.ask`);
  if (asked === '') return '';
  const choices = choicesOf(question, words).map(
    (choice, index) => `<p class="choice">${index + 1} ${html(choice)}</p>`,
  );
  const head = html(headOf(question, words));
  return `<div class="ask"><p>${head}: <b>${html(asked)}</b></p>${choices.join('')}</div>`;
}

/** The right answers of all questions, with their reasons; empty if there are none. */
export function answersHtml(outline: Outline, words: ExportWords): string {
  const answers = questionsOf(outline).flatMap((question) => {
    const right = words.tourText(`${question.words}.ask.${question.right}`);
    if (right === '') return [];
    const why = words.tourText(`${question.words}.ask.why`);
    const head = html(headOf(question, words));
    return `<p>${head}: <b>${question.right + 1} ${html(right)}</b> ${html(why)}</p>`;
  });
  if (answers.length === 0) return '';
  const title = html(words.text({ id: 'transcript.answers' }));
  return `<section class="answers"><h2>${title}</h2>\n${answers.join('\n')}\n</section>`;
}

/** The same in Markdown, one paragraph each; `escaped` is how it writes plain text. */
export function questionText(
  question: OutlineQuestion,
  words: ExportWords,
  escaped: (text: string) => string,
): readonly string[] {
  const asked = words.tourText(`${question.words}.ask`);
  if (asked === '') return [];
  const choices = choicesOf(question, words).map(
    (choice, index) => `${index + 1}\\. ${escaped(choice)}`,
  );
  return [`${escaped(headOf(question, words))}: **${escaped(asked)}**`, choices.join('  \n')];
}

export function answersText(
  outline: Outline,
  words: ExportWords,
  escaped: (text: string) => string,
): readonly string[] {
  const answers = questionsOf(outline).flatMap((question) => {
    const right = words.tourText(`${question.words}.ask.${question.right}`);
    if (right === '') return [];
    const why = escaped(words.tourText(`${question.words}.ask.why`));
    const answer = `**${question.right + 1} ${escaped(right)}**`;
    return `${escaped(headOf(question, words))}: ${answer} ${why}`.trim();
  });
  if (answers.length === 0) return [];
  return [`## ${escaped(words.text({ id: 'transcript.answers' }))}`, ...answers];
}

const questionsOf = ({ sections }: Outline): readonly OutlineQuestion[] =>
  sections.flatMap(({ asks }) => asks ?? []);
