/**
 * The program that plays tales and writes their pages: the sources as one bundle each, because Node
 * reads no TypeScript, and what it played, kept under node_modules/.cache by the code that played it.
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
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { build } from 'vite';
import type { PlayedTale } from '../../src/pages/play-tale.ts';
import type * as Render from '../../src/pages/render.ts';
import { root } from '../lib/command.mjs';

const cache = join(root, 'node_modules/.cache/podyssey-pages');
export const src = join(root, 'src');
const mostThreads = 4;
/** Milliseconds. */
const keptFor = 7 * 24 * 3600 * 1000;

export interface PageProgram {
  readonly render: typeof Render;
  /** Tells each tale, from the cache or in threads; `take` gets them in the order they are done. */
  play(ids: readonly string[], take: (tale: PlayedTale) => void): Promise<void>;
  /** Removes the bundles; what was played stays. */
  close(): void;
}

let count = 0;

export async function openPageProgram(): Promise<PageProgram> {
  // Node loads a module of one address once.
  const folder = join(cache, `program-${process.pid}-${count++}`);
  const close = (): void => rmSync(folder, { recursive: true, force: true });
  try {
    const key = await bundle(folder);
    const renderer = pathToFileURL(join(folder, 'render.js')).href;
    const render = (await import(renderer)) as typeof Render;
    return { render, play: (ids, take) => playAll(ids, { folder, key }, take), close };
  } catch (error) {
    close();
    throw error;
  }
}

interface Bundles {
  /** Holds `play-tale.js` and `render.js`. */
  readonly folder: string;
  /** Of all code that plays a tale. */
  readonly key: string;
}

/** Writes both into the folder; gives the key. */
async function bundle(folder: string): Promise<string> {
  let key = '';
  for (const name of ['play-tale', 'render']) {
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
    if (name !== 'play-tale') continue;
    const hash = createHash('sha256');
    for (const each of [result].flat()) {
      if (!('output' in each)) continue;
      for (const file of each.output) if (file.type === 'chunk') hash.update(file.code);
    }
    key = hash.digest('hex').slice(0, 16);
  }
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}\n');
  return key;
}

async function playAll(
  ids: readonly string[],
  { folder, key }: Bundles,
  take: (tale: PlayedTale) => void,
): Promise<void> {
  const kept = join(cache, key);
  mkdirSync(kept, { recursive: true });
  forgetOld(key);
  const left = ids.filter((id) => {
    const file = join(kept, `${id}.json`);
    if (!existsSync(file)) return true;
    take(JSON.parse(readFileSync(file, 'utf8')) as PlayedTale);
    return false;
  });
  const threads = Math.min(mostThreads, availableParallelism(), left.length);
  const work = Array.from({ length: threads }, () =>
    thread(join(folder, 'play-tale.js'), left, (tale) => {
      writeFileSync(join(kept, `${tale.id}.json`), JSON.stringify(tale));
      take(tale);
    }),
  );
  await Promise.all(work);
}

/** Removes what other versions of the simulator played, a week after its last use. */
function forgetOld(key: string): void {
  for (const name of readdirSync(cache)) {
    const folder = join(cache, name);
    const age = Date.now() - statSync(folder).mtimeMs;
    if (name !== key && age > keptFor) rmSync(folder, { recursive: true, force: true });
  }
}

/** Takes ids from the list, which threads share, until it is empty. */
function thread(program: string, left: string[], take: (tale: PlayedTale) => void): Promise<void> {
  return new Promise((done, fail) => {
    const worker = new Worker(program);
    const next = (): void => {
      const id = left.shift();
      if (id !== undefined) worker.postMessage(id);
      else void worker.terminate().then(() => done(), fail);
    };
    worker.on('message', (tale: PlayedTale) => {
      take(tale);
      next();
    });
    worker.on('error', fail);
    next();
  });
}
