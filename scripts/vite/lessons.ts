/**
 * Lessons: the published format (`lesson.schema.json`) beside the site, and, while somebody writes a
 * lesson in `public/lessons`, word to the page that its file has changed.
 */
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Plugin } from 'vite';
import { root } from '../lib/command.mjs';

const name = 'lesson.schema.json';
const schema = join(root, 'src/scenarios/lessons', name);

export function lessons(): Plugin {
  return {
    name: 'podyssey-lessons',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: name, source: readFileSync(schema) });
    },
    configureServer(server) {
      server.middlewares.use(`/${name}`, (_, response) => {
        response.setHeader('content-type', 'application/schema+json');
        response.end(readFileSync(schema));
      });
      const folder = server.config.publicDir;
      server.watcher.on('change', (file) => {
        const path = relative(folder, file).replaceAll('\\', '/');
        if (path.startsWith('..') || !/\.(ya?ml|json)$/.test(path)) return;
        server.ws.send({ type: 'custom', event: 'podyssey:lesson', data: path });
      });
    },
  };
}
