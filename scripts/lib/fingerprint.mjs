/** A hash of files, so that what is made from them is made again only when they change. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './command.mjs';

const made =
  /(^|\/)(node_modules|podyssey|cache|\.temp|\.astro|\.docusaurus|__pycache__)(\/|$)|\.lock$/;

/**
 * @param {readonly string[]} places files and folders below the root; files that tools leave there
 *     do not count
 * @returns {string}
 */
export function fingerprintOf(places) {
  const hash = createHash('sha256').update(process.version);
  for (const path of places.flatMap(filesBelow)) {
    hash.update(path).update(readFileSync(join(root, path)));
  }
  return hash.digest('hex');
}

/** @param {string} place @returns {readonly string[]} */
function filesBelow(place) {
  if (made.test(place)) return [];
  if (!statSync(join(root, place)).isDirectory()) return [place];
  const names = readdirSync(join(root, place)).sort();
  return names.flatMap((name) => filesBelow(`${place}/${name}`));
}
