/**
 * The size budgets of the built site, in bytes after gzip.
 *
 * The front door is what a browser fetches before the first page stands, words in English and all:
 * the entry, the door, and all that they import statically. First app JS is the same for the page of a
 * run. Lazy chunks do not count; the worker and its parts have budgets of their own.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { root } from './command.mjs';

const kibibyte = 1024;
const locales = ['en', 'zh-CN', 'zh-TW', 'ja'];
const dist = join(root, 'dist');

/**
 * @typedef {object} Budget
 * @property {string} name
 * @property {number} limit bytes
 * @property {number} size bytes
 */

/**
 * Measures dist. Throws when there is no build.
 *
 * @returns {readonly Budget[]}
 */
export function measureBudgets() {
  const limits = [
    { name: 'front door', limit: 60, files: frontFiles() },
    // Who tells what the programs of a cluster do about a person's objects came to what was 230.
    { name: 'first app JS', limit: 232, files: filesOf('index.html', 'src/app/walkthrough.tsx') },
    { name: 'frame before the click', limit: 15, files: filesOf('embed/index.html') },
    ...['element', 'client'].flatMap((name) =>
      [`${name}.js`, `${name}.script.js`].map((file) => ({ name: file, limit: 3, files: [file] })),
    ),
    ...locales.map((name) => ({ name: `words in ${name}`, limit: 60, files: localeFiles(name) })),
    // What is told of commands beside the walks came to what was 30, and then to what was 33.
    ...locales.map((name) => ({ name: `story in ${name}`, limit: 36, files: storyFiles(name) })),
    ...locales.map((name) => ({ name: `old texts in ${name}`, limit: 60, files: oldTexts(name) })),
  ];
  const budgets = limits.map(({ name, limit, files }) => ({
    name,
    limit: limit * kibibyte,
    size: gzippedSize(files),
  }));
  const worker = workerFiles();
  budgets.push(
    // It was 277 while the shell of a host was in it, which now comes with the nodes.
    { name: 'worker', limit: 242 * kibibyte, size: gzippedSize(worker) },
    {
      // What containers run (nginx, redis, the images of Kubernetes' own tests) came to what was 540,
      // the Gateway API's controller to what was 660, devices that Pods claim to what was 675, links
      // with what listens on a person's machine to what was 680; what the server drops and checks of
      // trust bundles, hard links, jobs of a shell, and more of curl to what was 686; and which fields
      // are required, the reader of patches that are no JSON, and Go's words for wrong times and
      // wrong YAML to what was 697; what two hundred more fields are for, which `explain` tells, to 700;
      // a shell around kubectl, and awk, to what was 703.
      name: 'worker and its parts',
      limit: 714 * kibibyte,
      size: gzippedSize(firstRunFiles(worker)),
    },
  );
  return budgets;
}

/**
 * The scripts of pages and of parts that they fetch at once, and all that these import before
 * anything is asked for.
 *
 * @param {readonly string[]} keys
 * @returns {readonly string[]}
 */
function filesOf(...keys) {
  const manifest = readManifest();
  /** @type {Set<string>} */
  const files = new Set();
  const visit = (/** @type {string} */ key) => {
    const chunk = manifest[key];
    if (chunk === undefined || files.has(chunk.file)) return;
    files.add(chunk.file);
    for (const imported of chunk.imports ?? []) visit(imported);
  };
  for (const key of keys) {
    if (manifest[key] === undefined) throw new Error(`The build has no ${key}.`);
    visit(key);
  }
  return [...files].filter((file) => file.endsWith('.js'));
}

/** The entry, the front door, and what it says in English. */
const frontFiles = () => filesOf('index.html', 'src/ui/front/front-door.ts', wordsOfDoor());

/** The chunk of words that scripts/vite/titles.ts makes has the name of its virtual module. */
function wordsOfDoor() {
  const key = Object.keys(readManifest()).find((name) => name.endsWith('virtual:front/en'));
  if (key === undefined) throw new Error('The build has no words of the front door.');
  return key;
}

/**
 * The catalogues of a language that any reader may need. The words of one tour or one scenario of
 * the gallery are fetched with it and do not count.
 *
 * @param {string} locale
 */
function localeFiles(locale) {
  const of = new RegExp(`/${locale}(/(titles|gallery))?\\.json$`);
  return Object.entries(readManifest())
    .filter(([key]) => of.test(key) && !/\/(words|coverage|story|glossary)\//.test(key))
    .map(([, { file }]) => file);
}

/**
 * The words of the story and of its glossary, which are fetched beside the run.
 *
 * @param {string} locale
 */
function storyFiles(locale) {
  const of = new RegExp(`/(story|glossary)/${locale}\\.json$`);
  return Object.entries(readManifest())
    .filter(([key]) => of.test(key))
    .map(([, { file }]) => file);
}

/**
 * What the old texts say, which has a page of its own: in English, and its words in another language.
 *
 * @param {string} locale
 */
function oldTexts(locale) {
  const of = locale === 'en' ? /\/tours\/coverage\.json$/ : RegExp(`/coverage/${locale}\\.json$`);
  return Object.entries(readManifest())
    .filter(([key]) => of.test(key))
    .map(([, { file }]) => file);
}

/** @returns {Record<string, { file: string, imports?: string[] }>} */
function readManifest() {
  return JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'));
}

/**
 * The worker's script, the service that it fetches, and what that imports before it can begin.
 *
 * @returns {readonly string[]}
 */
function workerFiles() {
  const names = assets().filter((name) => /^simulation(\.worker|-service)-.*\.js$/.test(name));
  if (names.length !== 2) throw new Error(`The worker of the build is another: ${names}`);
  return withImports(names);
}

/**
 * With the parts that it fetches side by side for a person's first command.
 *
 * @param {readonly string[]} worker
 */
function firstRunFiles(worker) {
  const parts = assets().filter((name) => /^(control-loops|nodes|kubectl)-.*\.js$/.test(name));
  if (parts.length !== 3) throw new Error(`The parts of the worker are others: ${parts}`);
  return [...new Set([...worker, ...withImports(parts)])];
}

const assets = () => readdirSync(join(dist, 'assets'));

/** @param {readonly string[]} names @returns {readonly string[]} paths below dist */
function withImports(names) {
  /** @type {Set<string>} */
  const files = new Set();
  const visit = (/** @type {string} */ name) => {
    if (files.has(`assets/${name}`)) return;
    files.add(`assets/${name}`);
    const text = readFileSync(join(dist, 'assets', name), 'utf8');
    for (const [, from] of text.matchAll(/(?:from|import)"\.\/([^"]+\.js)"/g)) visit(from ?? '');
  };
  for (const name of names) visit(name);
  return [...files];
}

/** @param {readonly string[]} files */
function gzippedSize(files) {
  return files.reduce((sum, file) => sum + gzipSync(readFileSync(join(dist, file))).length, 0);
}
