/**
 * The service worker of a build, with the list of what it keeps: every file that a page may ask for.
 *
 * It lies beside index.html, because it may serve only what is below it.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build, type Plugin } from 'vite';
import { root } from '../lib/command.mjs';

const script = 'service-worker.js';

/** For hosts, tools and readers without scripts; the app needs none of them. */
const notKept =
  /^(\.vite|types|s|docs)\/|^(element|client)(\.script)?\.js$|^integrity\.json$|^licenses\.md$|^\.|\.map$/;

export function offlineCopy(): Plugin {
  let outDir = '';
  return {
    name: 'podyssey-offline-copy',
    apply: 'build',
    configResolved(config) {
      outDir = resolve(config.root, config.build.outDir);
    },
    closeBundle: {
      // What other plugins write is there by then.
      order: 'post',
      sequential: true,
      async handler() {
        // A build that failed ends here too.
        if (!existsSync(join(outDir, 'index.html'))) return;
        const release = JSON.stringify(releaseOf(outDir));
        const code = await serviceWorker();
        writeFileSync(join(outDir, script), `self.podysseyRelease=${release};\n${code}`);
      },
    },
  };
}

/** Path → hash of each file, and a name for all of them; the same site gives the same text. */
function releaseOf(folder: string): { id: string; files: Record<string, string> } {
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path !== script && !notKept.test(path))
    .sort();
  const files = Object.fromEntries(
    paths.map((path) => {
      const hash = createHash('sha256').update(readFileSync(join(folder, path)));
      return [path, `sha256-${hash.digest('base64')}`];
    }),
  );
  const id = createHash('sha256').update(JSON.stringify(files)).digest('hex').slice(0, 16);
  return { id, files };
}

async function serviceWorker(): Promise<string> {
  const result = await build({
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    build: {
      target: 'es2022',
      write: false,
      modulePreload: false,
      rolldownOptions: {
        input: join(root, 'src/app/offline/service-worker.ts'),
        output: { format: 'iife', entryFileNames: script },
      },
    },
  });
  for (const each of [result].flat()) {
    if (!('output' in each)) continue;
    for (const file of each.output) if (file.type === 'chunk') return file.code;
  }
  throw new Error('The service worker was not built.');
}
