import { extname } from 'node:path';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
  '.xml': 'application/xml',
  '.webmanifest': 'application/manifest+json',
  '.png': 'image/png',
  '.yaml': 'application/yaml',
};

/** What the servers of the tests say that a file is. */
export const contentTypeOf = (path: string, otherwise: string): string =>
  types[extname(path)] ?? otherwise;
