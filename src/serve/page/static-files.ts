/** The files of a built site: what stands at a path of its address. */
import { readdir, readFile } from 'node:fs/promises';
import { extname, join, normalize, sep } from 'node:path';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.xml': 'application/xml',
  '.webmanifest': 'application/manifest+json',
};

export interface StaticFile {
  readonly body: Buffer;
  readonly contentType: string;
  /** The name of an asset has a hash of what is in it. */
  readonly isImmutable: boolean;
}

/** `undefined`: nothing stands there, or outside of the folder. */
export async function readStatic(folder: string, path: string): Promise<StaticFile | undefined> {
  const named = decoded(path)?.replace(/(^|\/)$/, '$1index.html');
  if (named === undefined || named.includes('\0')) return undefined;
  if (path === partsPath) return await partsOf(folder);
  const file = normalize(join(folder, named));
  if (!file.startsWith(normalize(folder + sep))) return undefined;
  const body = await readFile(file).catch(() => undefined);
  if (body === undefined) return undefined;
  const contentType = types[extname(file)] ?? 'application/octet-stream';
  return { body, contentType, isImmutable: named.startsWith('/assets/') };
}

/** The names of the page's parts: it fetches them while the server is there. */
const partsPath = '/assets/';

async function partsOf(folder: string): Promise<StaticFile> {
  const names = await readdir(join(folder, partsPath)).catch(() => []);
  const body = Buffer.from(JSON.stringify(names.filter((name) => /\.(js|css)$/.test(name))));
  return { body, contentType: 'application/json', isImmutable: false };
}

function decoded(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}
