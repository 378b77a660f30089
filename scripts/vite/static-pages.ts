/**
 * `s/ID/`: a page without scripts for every tour and every scenario of the gallery, with its whole
 * transcript, made from a run of the simulator.
 *
 * Runs are kept under node_modules/.cache by the code that they come from, so that only a change of
 * the simulator or of what is told plays them again. `PODYSSEY_SITE` says where the site will lie;
 * link previews want absolute addresses.
 */
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { build, type Plugin } from 'vite';
import type * as Render from '../../src/pages/render.ts';
import type { Told } from '../../src/pages/tell.ts';
import { root } from '../lib/command.mjs';
import { contentSecurityPolicy } from './content-security-policy.ts';

const cache = join(root, 'node_modules/.cache/podyssey-pages');
const src = join(root, 'src');
const mostThreads = 4;
/** Milliseconds. */
const keptFor = 7 * 24 * 3600 * 1000;

export function staticPages(): Plugin {
  let outDir = '';
  return {
    name: 'podyssey-static-pages',
    apply: 'build',
    configResolved(config) {
      outDir = resolve(config.root, config.build.outDir);
    },
    async closeBundle() {
      // A build that failed ends here too.
      if (!existsSync(join(outDir, 'index.html'))) return;
      await writePages(outDir);
    },
  };
}

async function writePages(outDir: string): Promise<void> {
  const program = await bundle();
  try {
    const renderer = pathToFileURL(join(program.folder, 'render.js')).href;
    const { pageIds, filesOf, commonFiles } = (await import(renderer)) as typeof Render;
    const site = { address: siteAddress(), contentSecurityPolicy };
    const write = (files: Render.Files): void => {
      for (const [path, content] of files) {
        const file = join(outDir, path);
        mkdirSync(dirname(file), { recursive: true });
        writeFileSync(file, content);
      }
    };
    write(commonFiles(src, site));
    await tellAll(pageIds, program, (told) => write(filesOf(told, src, site)));
  } finally {
    rmSync(program.folder, { recursive: true, force: true });
  }
}

/** With a slash at its end; `undefined` when nobody said it. */
function siteAddress(): string | undefined {
  const text = process.env['PODYSSEY_SITE'];
  return text === undefined || text === '' ? undefined : new URL(text.replace(/\/*$/, '/')).href;
}

interface Program {
  /** Holds `tell.js` and `render.js`. */
  readonly folder: string;
  /** Of all code that a telling runs. */
  readonly key: string;
}

/** Node runs the sources as one bundle each: it does not read TypeScript. */
async function bundle(): Promise<Program> {
  const folder = join(cache, `program-${process.pid}`);
  let key = '';
  for (const name of ['tell', 'render']) {
    const result = await build({
      configFile: false,
      publicDir: false,
      root,
      logLevel: 'warn',
      build: {
        ssr: join(src, `pages/${name}.ts`),
        target: 'node20',
        outDir: folder,
        emptyOutDir: false,
        minify: false,
        rolldownOptions: { output: { entryFileNames: `${name}.js`, codeSplitting: false } },
      },
    });
    if (name !== 'tell') continue;
    const hash = createHash('sha256');
    for (const each of [result].flat()) {
      if (!('output' in each)) continue;
      for (const file of each.output) if (file.type === 'chunk') hash.update(file.code);
    }
    key = hash.digest('hex').slice(0, 16);
  }
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}\n');
  return { folder, key };
}

/** Tells each tale, from the cache or in threads; `take` gets them in the order they are done. */
async function tellAll(
  ids: readonly string[],
  { folder, key }: Program,
  take: (told: Told) => void,
): Promise<void> {
  const kept = join(cache, key);
  mkdirSync(kept, { recursive: true });
  forgetOld(key);
  const left = ids.filter((id) => {
    const file = join(kept, `${id}.json`);
    if (!existsSync(file)) return true;
    take(JSON.parse(readFileSync(file, 'utf8')) as Told);
    return false;
  });
  const threads = Math.min(mostThreads, availableParallelism(), left.length);
  const work = Array.from({ length: threads }, () =>
    thread(join(folder, 'tell.js'), left, (told) => {
      writeFileSync(join(kept, `${told.id}.json`), JSON.stringify(told));
      take(told);
    }),
  );
  await Promise.all(work);
}

/** What other versions of the simulator told, a week after the last of it. */
function forgetOld(key: string): void {
  for (const name of readdirSync(cache)) {
    const folder = join(cache, name);
    const age = Date.now() - statSync(folder).mtimeMs;
    if (name !== key && age > keptFor) rmSync(folder, { recursive: true, force: true });
  }
}

/** Takes ids from the list, which threads share, until it is empty. */
function thread(program: string, left: string[], take: (told: Told) => void): Promise<void> {
  return new Promise((done, fail) => {
    const worker = new Worker(program);
    const next = (): void => {
      const id = left.shift();
      if (id !== undefined) worker.postMessage(id);
      else void worker.terminate().then(() => done(), fail);
    };
    worker.on('message', (told: Told) => {
      take(told);
      next();
    });
    worker.on('error', fail);
    next();
  });
}
