/**
 * `virtual:cards/LANGUAGE`: the title of every scenario of the gallery and what is to be seen in it,
 * out of the words that lie in its folder. `virtual:titles/LANGUAGE`: the titles of all that is told,
 * and nothing else.
 *
 * `virtual:front/LANGUAGE`: what the front door says, which is drawn before the whole catalogue is there.
 *
 * A page of cards need not fetch what forty scenarios tell, and a frame, which shows one title
 * before anybody has clicked, need not fetch a whole catalogue.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

type Words = Readonly<Record<string, string>>;

const src = join(import.meta.dirname, '../../src');
const gallery = 'scenarios/gallery';

/** By the name of the virtual module. */
const modules: Readonly<Record<string, (locale: string) => Words>> = {
  cards: cardsOf,
  titles: titlesOf,
  front: frontOf,
};

export function titles(): Plugin {
  return {
    name: 'podyssey-titles',
    resolveId: (id) => (id.startsWith('virtual:') && wordsOf(id) ? `\0${id}` : undefined),
    load(id) {
      const words = id.startsWith('\0') ? wordsOf(id.slice(1)) : undefined;
      return words === undefined ? undefined : `export default ${JSON.stringify(words)}`;
    },
  };
}

function wordsOf(id: string): Words | undefined {
  const [, name = '', locale = ''] = /^virtual:(\w+)\/([\w-]+)$/.exec(id) ?? [];
  return modules[name]?.(locale);
}

/** `ID` → the title of a scenario of the gallery, `ID.sees` → what is to be seen in it. */
function cardsOf(locale: string): Words {
  const ids = readdirSync(join(src, gallery), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
  const cards = ids.flatMap((id) => {
    const words = read(`${gallery}/${id}/words/${locale}.json`);
    return [id, `${id}.sees`].flatMap((key) => {
      const text = words[key];
      return text === undefined ? [] : [[key, text] as const];
    });
  });
  return Object.fromEntries(cards);
}

/** Id of a scenario or tour → its title in that language. */
function titlesOf(locale: string): Words {
  const named = Object.entries(read(`i18n/${locale}.json`)).flatMap(([key, words]) => {
    const [, id] = /^(?:scenario|tour)\.([a-z0-9-]+)\.title$/.exec(key) ?? [];
    return id === undefined ? [] : [[id, words] as const];
  });
  const told = { ...read(`i18n/tours/${locale}/titles.json`), ...cardsOf(locale) };
  const titles = Object.entries(told).filter(([key]) => /^[a-z0-9-]+$/.test(key));
  return Object.fromEntries([...titles, ...named]);
}

/** Of the catalogue, what the front door says. */
function frontOf(locale: string): Words {
  const said = /^(front|app|menu\.(language|theme)|story\.room)\b|^terminal\.(input|run)$/;
  const words = Object.entries(read(`i18n/${locale}.json`));
  return Object.fromEntries(words.filter(([key]) => said.test(key)));
}

function read(name: string): Words {
  const path = join(src, name);
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {};
}
