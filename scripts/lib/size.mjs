/**
 * The size budgets of the built site, in bytes after gzip.
 *
 * First app JS is what a browser fetches before the page can draw: the entry and all that it
 * imports statically. Lazy chunks do not count; the worker has a budget of its own.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { root } from './command.mjs';

const kibibyte = 1024;
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
  const budgets = [
    { name: 'first app JS', limit: 230 * kibibyte, size: gzippedSize(firstAppFiles()) },
  ];
  if (existsSync(join(root, 'src/worker/simulation.worker.ts'))) {
    budgets.push({ name: 'worker', limit: 250 * kibibyte, size: largestWorker() });
  }
  return budgets;
}

/** @returns {readonly string[]} */
function firstAppFiles() {
  /** @type {Record<string, { file: string, isEntry?: boolean, imports?: string[] }>} */
  const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'));
  /** @type {Set<string>} */
  const files = new Set();
  const visit = (/** @type {string} */ key) => {
    const chunk = manifest[key];
    if (chunk === undefined || files.has(chunk.file)) return;
    files.add(chunk.file);
    for (const imported of chunk.imports ?? []) visit(imported);
  };
  for (const [key, chunk] of Object.entries(manifest)) if (chunk.isEntry) visit(key);
  return [...files].filter((file) => file.endsWith('.js'));
}

function largestWorker() {
  const workers = readdirSync(join(dist, 'assets')).filter((name) => /\.worker-.*\.js$/.test(name));
  if (workers.length === 0) throw new Error('The build holds no worker.');
  return Math.max(...workers.map((name) => gzippedSize([`assets/${name}`])));
}

/** @param {readonly string[]} files */
function gzippedSize(files) {
  return files.reduce((sum, file) => sum + gzipSync(readFileSync(join(dist, file))).length, 0);
}
