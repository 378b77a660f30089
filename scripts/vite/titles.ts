/**
 * `virtual:titles/LANGUAGE`: the titles of scenarios and tours alone.
 *
 * A frame shows one of them before anybody has clicked, and may not fetch a whole catalogue for it.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const prefix = 'virtual:titles/';
const i18n = join(import.meta.dirname, '../../src/i18n');

export function titles(): Plugin {
  return {
    name: 'podyssey-titles',
    resolveId: (id) => (id.startsWith(prefix) ? `\0${id}` : undefined),
    load(id) {
      if (!id.startsWith(`\0${prefix}`)) return undefined;
      return `export default ${JSON.stringify(titlesOf(id.slice(prefix.length + 1)))}`;
    },
  };
}

/** Id of a scenario or tour → its title in that language. */
function titlesOf(locale: string): Readonly<Record<string, string>> {
  const named = Object.entries(read(`${locale}.json`)).flatMap(([key, words]) => {
    const [, id] = /^(?:scenario|tour)\.([a-z0-9-]+)\.title$/.exec(key) ?? [];
    return id === undefined ? [] : [[id, words] as const];
  });
  const cards = ['titles', 'gallery'].flatMap((name) =>
    Object.entries(read(`tours/${locale}/${name}.json`)).filter(([key]) =>
      /^[a-z0-9-]+$/.test(key),
    ),
  );
  return Object.fromEntries([...cards, ...named]);
}

function read(name: string): Readonly<Record<string, string>> {
  const path = join(i18n, name);
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {};
}
