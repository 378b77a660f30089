/**
 * `npm run release`: `release/podyssey-VERSION.zip` with the site, the single file, the licence and
 * checksums. The same sources give the same bytes.
 *
 * `node scripts/release.mjs [SITE] [SINGLE] [OUT]` packs builds that lie elsewhere.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { root } from './lib/command.mjs';
import { zip } from './lib/zip.mjs';

const [site = 'dist', single = 'dist-single', out = 'release'] = process.argv.slice(2);
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const name = `podyssey-${version}`;

/** @type {Map<string, Buffer>} */
const files = new Map();
const from = (/** @type {string} */ folder) => resolve(root, folder);
for (const entry of readdirSync(from(site), { recursive: true, withFileTypes: true })) {
  const path = join(entry.parentPath, entry.name);
  const inside = path.slice(from(site).length + 1).replaceAll('\\', '/');
  // `.vite` is the build's own note.
  if (entry.isFile() && !inside.startsWith('.vite/')) {
    files.set(`site/${inside}`, readFileSync(path));
  }
}
files.set('podyssey.html', readFileSync(join(from(single), 'podyssey.html')));
for (const text of ['LICENSE', 'NOTICE', 'README.md', 'SECURITY.md']) {
  files.set(text, readFileSync(join(root, text)));
}
const sums = [...files]
  .map(([path, content]) => `${sha256(content)}  ${path}\n`)
  .sort((a, b) => (a.slice(66) < b.slice(66) ? -1 : 1));
files.set('SHA256SUMS', Buffer.from(sums.join('')));

const packed = zip(new Map([...files].map(([path, content]) => [`${name}/${path}`, content])));
mkdirSync(from(out), { recursive: true });
writeFileSync(join(from(out), `${name}.zip`), packed);
writeFileSync(join(from(out), `${name}.zip.sha256`), `${sha256(packed)}  ${name}.zip\n`);
process.stdout.write(`${name}.zip: ${files.size} files, ${Math.round(packed.length / 1024)} KiB\n`);

function sha256(/** @type {Buffer} */ bytes) {
  return createHash('sha256').update(bytes).digest('hex');
}
