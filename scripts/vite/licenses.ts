/**
 * `licenses.md` beside the site: the licence texts of every package that is bundled into the page
 * or into the worker.
 *
 * Vite's own `build.license` sees the page's bundle alone, so both bundles are looked at here.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const licensesFile = 'licenses.md';

export interface Licenses {
  /** For the page: writes the file. */
  readonly page: () => Plugin;
  /** For the worker's bundle, which is made before the page's is written. */
  readonly worker: () => Plugin;
}

export function licenses(): Licenses {
  const folders = new Set<string>();
  const collect = (moduleIds: readonly string[]): void => {
    for (const id of moduleIds) {
      const [, folder] = /^\0?(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(id) ?? [];
      if (folder !== undefined && existsSync(join(folder, 'package.json'))) folders.add(folder);
    }
  };
  const collector: Plugin = {
    name: 'podyssey-licenses-of-worker',
    renderChunk(_code, { moduleIds }) {
      collect(moduleIds);
      return null;
    },
  };
  return {
    worker: () => collector,
    page: () => ({
      name: 'podyssey-licenses',
      apply: 'build',
      generateBundle(_options, bundle) {
        for (const file of Object.values(bundle)) {
          if (file.type === 'chunk') collect(file.moduleIds);
        }
        this.emitFile({ type: 'asset', fileName: licensesFile, source: textOf([...folders]) });
      },
    }),
  };
}

function textOf(folders: readonly string[]): string {
  const packages = folders.map((folder) => {
    const { name, version, license } = JSON.parse(
      readFileSync(join(folder, 'package.json'), 'utf8'),
    );
    const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
    const text = file === undefined ? '' : readFileSync(join(folder, file), 'utf8').trim();
    return { title: `## ${name} ${version} (${license})`, text };
  });
  packages.sort((a, b) => (a.title < b.title ? -1 : 1));
  const parts = packages.map(({ title, text }) => `${title}\n\n${text}\n`);
  return `# Licences of the packages in this site\n\n${parts.join('\n')}`;
}
