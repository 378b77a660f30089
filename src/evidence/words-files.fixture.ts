/** The told texts in English, file by file, each with the file of its evidence beside it. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { EvidenceFile } from './evidence.fixture.ts';

const root = join(import.meta.dirname, '../..');

export interface WordsFile {
  readonly name: string;
  /** The path of its evidence, from the root of the project. */
  readonly evidence: string;
  /** The texts that may claim something, by id. */
  readonly texts: Readonly<Record<string, string>>;
}

type Json = Readonly<Record<string, unknown>>;

const read = (file: string): unknown => JSON.parse(readFileSync(join(root, file), 'utf8'));
const named = (folder: string): readonly string[] => readdirSync(join(root, folder)).sort();

/** All words files. */
export const wordsFiles: readonly WordsFile[] = [
  ...named('src/i18n/tours/en')
    .filter((file) => file !== 'titles.json')
    .map((file) => ({
      name: basename(file, '.json'),
      evidence: `src/scenarios/tours/evidence/${file}`,
      texts: toldTexts(read(`src/i18n/tours/en/${file}`)),
    })),
  ...named('src/scenarios/gallery')
    .filter((id) => existsSync(join(root, 'src/scenarios/gallery', id, 'words')))
    .map((id) => ({
      name: id,
      evidence: `src/scenarios/gallery/${id}/evidence.json`,
      texts: toldTexts(read(`src/scenarios/gallery/${id}/words/en.json`)),
    })),
  {
    name: 'notes',
    evidence: 'src/ui/presenter/evidence.json',
    texts: Object.fromEntries(
      (read('src/ui/presenter/notes/en.json') as readonly Json[]).map((note) => [
        String(note['at']),
        (note['say'] as readonly string[]).join('\n'),
      ]),
    ),
  },
  {
    name: 'glossary',
    evidence: 'src/i18n/evidence/glossary.json',
    texts: texts(read('src/i18n/glossary/en.json'), ({ plain }) => String(plain)),
  },
  {
    name: 'story',
    evidence: 'src/i18n/evidence/story.json',
    texts: beatTexts(read('src/i18n/story/en.json')),
  },
  {
    name: 'history',
    evidence: 'src/ui/history/evidence.json',
    texts: texts(read('src/ui/history/en.json'), ({ was, is }) => `${was}\n${is}`),
  },
  {
    name: 'coverage',
    evidence: 'src/scenarios/tours/evidence/coverage.json',
    texts: Object.fromEntries(
      (read('src/scenarios/tours/coverage.json') as readonly Json[]).map(({ id, now }) => [
        String(id),
        String(now),
      ]),
    ),
  },
  ...named('docs')
    // The names of Kubernetes' own tests, and how each one ended, are results of a run.
    .filter((file) => file.endsWith('.md') && !['README.md', 'conformance.md'].includes(file))
    .map((file) => ({
      name: `docs/${file}`,
      evidence: `docs/evidence/${basename(file, '.md')}.json`,
      texts: sectionsOf(readFileSync(join(root, 'docs', file), 'utf8')),
    })),
];

/** What the stops of a tour say; the choices of a question may be wrong, and titles sum up. */
function toldTexts(words: unknown): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(words as Readonly<Record<string, string>>).filter(
      ([id]) => !/\.ask\.\d$/.test(id) && id.replace(/\.ask(\.why)?$/, '').split('.').length === 3,
    ),
  );
}

/** How beats are told; not the words of numbers, the rows of what changed, and choices. */
function beatTexts(words: unknown): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(words as Readonly<Record<string, string>>).filter(
      ([id]) => !/^story\.(number|all|both|changed)\.|^ask\.\w+\.\d$/.test(id),
    ),
  );
}

function texts(words: unknown, textOf: (entry: Json) => string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(words as Readonly<Record<string, Json>>).map(([id, each]) => [id, textOf(each)]),
  );
}

/** A page of the manual, by its headings, without its examples of code. */
function sectionsOf(page: string): Readonly<Record<string, string>> {
  const parts = page.replace(/```[\s\S]*?```/g, '').split(/^#+ /m);
  return Object.fromEntries(
    parts.slice(1).map((part) => {
      const end = part.indexOf('\n');
      return [part.slice(0, end), part.slice(end + 1)];
    }),
  );
}

/** The evidence of a words file; `undefined`: nobody has written it. */
export function evidenceOf({ evidence }: WordsFile): EvidenceFile | undefined {
  return existsSync(join(root, evidence)) ? (read(evidence) as EvidenceFile) : undefined;
}

/** The evidence of the words of a tour or scenario; empty: nobody has written it. */
export function evidenceOfTour(id: string): EvidenceFile {
  const file = wordsFiles.find(({ name }) => name === id);
  return file === undefined ? {} : (evidenceOf(file) ?? {});
}
