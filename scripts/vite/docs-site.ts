/**
 * `docs/`: the project's own texts, beside the site in a build and under the same address while
 * developing, where a page that is asked for is built again when a text has changed.
 *
 * What is built is kept under node_modules/.cache by a hash of what it is made from.
 */
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { basename, extname, join, normalize, resolve } from 'node:path';
import type { Plugin } from 'vite';
import { root, run } from '../lib/command.mjs';
import { ensurePackagesOf } from '../lib/dependencies.mjs';
import { fingerprintOf } from '../lib/fingerprint.mjs';

const site = join(root, 'node_modules/.cache/podyssey-docs');
const stamp = `${site}.hash`;
const places = [
  ...['docs', 'ARCHITECTURE.md', 'src/ui/theme/tokens.css'],
  'scripts/vite/content-security-policy.ts',
  // Their last sections are a page.
  ...readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((name) => basename(name) === 'README.md')
    .sort()
    .map((name) => `src/${name}`),
];
/** The generator leaves these for sites with scripts and icons of its own. */
const notWanted = ['hashmap.json', 'package.json', 'vp-icons.css', '404.html'];
const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
};

export function docsSite(): Plugin {
  let outDir = '';
  let building: Promise<void> | undefined;
  return {
    name: 'podyssey-docs-site',
    configResolved(config) {
      outDir = resolve(config.root, config.build.outDir);
    },
    buildStart() {
      // Beside the bundling of the page; `closeBundle` waits for it and hears of a failure.
      if (this.environment.mode === 'build') building = settled(buildDocs());
    },
    async closeBundle() {
      await building;
      // A build that failed ends here too.
      if (building === undefined || !existsSync(join(outDir, 'index.html'))) return;
      await buildDocs();
      cpSync(site, join(outDir, 'docs'), { recursive: true });
    },
    configureServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        const path = (request.url ?? '').replace(/[?#].*$/, '');
        // The texts ask for the element where a build has it.
        if (path === '/element.js') request.url = '/src/embed/element.ts';
        if (path.startsWith('/docs/')) void serve(path.slice('/docs/'.length), response);
        else next();
      });
    },
  };
}

const settled = (work: Promise<void>): Promise<void> => work.catch(() => undefined);

let last: Promise<void> = Promise.resolve();

/** Brings the texts up to date, one after the other; throws what the generator says. */
function buildDocs(): Promise<void> {
  const next = settled(last).then(buildOnce);
  last = next;
  return next;
}

async function buildOnce(): Promise<void> {
  const wanted = fingerprintOf(places);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  const modules = await ensurePackagesOf('docs');
  rmSync(stamp, { force: true });
  const entry = join(modules, 'vitepress/bin/vitepress.js');
  const { code, output } = await run(process.execPath, [entry, 'build', 'docs', '--outDir', site]);
  if (code !== 0) throw new Error(`docs/ was not built:\n${output}`);
  for (const name of notWanted) rmSync(join(site, name), { force: true });
  writeFileSync(stamp, wanted);
}

async function serve(path: string, response: ServerResponse): Promise<void> {
  try {
    await buildDocs();
    const file = join(site, normalize(`/${path.replace(/(^|\/)$/, '$1index.html')}`));
    const found = existsSync(file);
    response.writeHead(found ? 200 : 404, { 'content-type': types[extname(file)] ?? 'text/plain' });
    response.end(found ? readFileSync(file) : 'There is no such page.');
  } catch (error) {
    response.writeHead(500, { 'content-type': 'text/plain' });
    response.end(String(error));
  }
}
