/** The blocks of code in the project's texts, as they stand. */
import { readFileSync } from 'node:fs';

export interface Snippet {
  /** What stands behind the fence: `js`, `html`. */
  readonly language: string;
  readonly text: string;
}

const fenced = /^```(\w+)\n([\s\S]*?)^```$/gm;

/** All blocks of a Markdown file, in its order. */
export const allSnippets = (path: string): readonly Snippet[] =>
  [...readFileSync(path, 'utf8').matchAll(fenced)].map(([, language = '', text = '']) => ({
    language,
    text,
  }));

/** The texts of those in one language. */
export const snippetsOf = (path: string, wanted: string): readonly string[] =>
  allSnippets(path)
    .filter(({ language }) => language === wanted)
    .map(({ text }) => text);
