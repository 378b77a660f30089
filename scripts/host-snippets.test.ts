/**
 * What the texts say of each generator stands, line by line, in the site that is built with it and
 * opened in a browser (`e2e/hosts.spec.ts`).
 */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const text = readFileSync(join(root, 'docs/hosts.md'), 'utf8').replaceAll(
  'https://SITE/',
  'https://podyssey.example/',
);
const hosts = {
  VitePress: 'vitepress',
  'Astro and Starlight': 'starlight',
  Docusaurus: 'docusaurus',
  'MkDocs with Material': 'mkdocs',
  Hugo: 'hugo',
  Sphinx: 'sphinx',
} as const;

/** The lines of all files of a site, without the space around them. */
function linesOf(folder: string): ReadonlySet<string> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => !/node_modules|package-lock|\.(astro|docusaurus)\//.test(path))
    .map((path) => join(folder, path))
    .filter((path) => statSync(path).isFile());
  return new Set(files.flatMap((path) => readFileSync(path, 'utf8').split('\n').map(plain)));
}

/** Where a site keeps the component, and how it quotes, is its own. */
const plain = (line: string): string =>
  line
    .trim()
    .replace(/from '[^']*\/(podyssey\.\w+)'/, "from '$1'")
    .replace(/^(#|\/\/) .*/, '');

describe('what the texts say of', () => {
  it.each(Object.entries(hosts))('%s is what its tested site does', (title, host) => {
    const [, section = ''] = text.split(`\n## ${title}\n`);
    const snippets = [...(section.split('\n## ')[0] ?? '').matchAll(/^```\w+\n([\s\S]*?)^```$/gm)];
    const lines = snippets.flatMap(([, code = '']) => code.split('\n').map(plain));
    expect(lines.length).toBeGreaterThan(1);
    const known = linesOf(join(root, 'e2e/hosts', host));
    expect(lines.filter((line) => line !== '' && !known.has(line))).toEqual([]);
  });
});
