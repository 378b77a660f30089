/**
 * Beside the site: the element and the client for hosts, each one file as a module and as a plain
 * script, with their types, and what to write into `integrity`.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build, type Plugin } from 'vite';
import { root, runPackage } from '../lib/command.mjs';

const entries = { element: 'src/embed/element.ts', client: 'src/embed/client.ts' } as const;

export function embedLibrary(): Plugin {
  let outDir = '';
  return {
    name: 'podyssey-embed-library',
    apply: 'build',
    configResolved(config) {
      outDir = resolve(config.root, config.build.outDir);
    },
    async closeBundle() {
      for (const [name, entry] of Object.entries(entries)) {
        await buildOne(outDir, entry, `${name}.js`);
        await buildOne(outDir, entry, `${name}.script.js`);
      }
      await writeTypes(join(outDir, 'types'));
      writeIntegrity(outDir);
    },
  };
}

/** One file in one format; a plain script knows its own address only while it runs. */
async function buildOne(outDir: string, input: string, file: string): Promise<void> {
  const isModule = !file.endsWith('.script.js');
  await build({
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    define: isModule ? {} : { 'import.meta.url': 'document.currentScript.src' },
    build: {
      target: 'es2022',
      outDir,
      emptyOutDir: false,
      modulePreload: false,
      rolldownOptions: {
        input: join(root, input),
        preserveEntrySignatures: 'strict',
        output: {
          format: isModule ? 'es' : 'iife',
          entryFileNames: file,
          ...(isModule ? {} : { name: 'podyssey' }),
        },
      },
    },
  });
}

async function writeTypes(folder: string): Promise<void> {
  const { code, output } = await runPackage('typescript/bin/tsc', [
    ...['--project', 'tsconfig.embed.json', '--outDir', folder],
  ]);
  if (code !== 0) throw new Error(output);
  for (const file of readdirSync(folder)) {
    // A package's types name the files that it has.
    const text = readFileSync(join(folder, file), 'utf8');
    writeFileSync(join(folder, file), text.replaceAll(/(from '\.\/[\w-]+)\.ts'/g, "$1.js'"));
  }
}

/** `integrity.json`: file → its hash, for the attribute of a script element. */
function writeIntegrity(outDir: string): void {
  const files = Object.keys(entries).flatMap((name) => [`${name}.js`, `${name}.script.js`]);
  const hashes = files.map((file) => {
    const hash = createHash('sha384')
      .update(readFileSync(join(outDir, file)))
      .digest('base64');
    return [file, `sha384-${hash}`];
  });
  mkdirSync(outDir, { recursive: true });
  writeFileSync(
    join(outDir, 'integrity.json'),
    `${JSON.stringify(Object.fromEntries(hashes), null, 2)}\n`,
  );
}
