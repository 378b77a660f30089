/**
 * `s/ID/`: a page without scripts for every tour and every scenario of the gallery, with its whole
 * transcript, made from a run of the simulator. A build writes all of them; while developing, each
 * is made when somebody asks for it.
 *
 * Runs are kept by the code that they come from (`page-program.ts`), so that only a change of the
 * simulator or of the words plays them again. `PODYSSEY_SITE` is the address of the site; link
 * previews want absolute addresses.
 */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { dirname, extname, join, resolve } from 'node:path';
import type { Plugin } from 'vite';
import type { Files } from '../../src/pages/render.ts';
import { contentSecurityPolicy } from './content-security-policy.ts';
import { openPageProgram, type PageProgram, src } from './page-program.ts';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css',
  '.json': 'application/json',
  '.png': 'image/png',
};

export function staticPages(): Plugin {
  let outDir = '';
  return {
    name: 'podyssey-static-pages',
    configResolved(config) {
      outDir = resolve(config.root, config.build.outDir);
    },
    async closeBundle() {
      // A build that failed ends here too.
      if (this.environment.mode !== 'build' || !existsSync(join(outDir, 'index.html'))) return;
      await writePages(outDir);
    },
    configureServer({ middlewares, watcher }) {
      const pages = new ServedPages();
      watcher.on('all', (_, file) => {
        if (file.startsWith(src)) pages.forget();
      });
      middlewares.use((request, response, next) => {
        if (request.url?.startsWith('/s/') === true) void serve(pages, request, response);
        else next();
      });
    },
  };
}

async function writePages(outDir: string): Promise<void> {
  const program = await openPageProgram();
  try {
    const { pageIds, filesOf, commonFiles } = program.render;
    const site = { address: siteAddress(), contentSecurityPolicy };
    const write = (files: Files): void => {
      for (const [path, content] of files) {
        const file = join(outDir, path);
        mkdirSync(dirname(file), { recursive: true });
        writeFileSync(file, content);
      }
    };
    write(commonFiles(src, site));
    await program.play(pageIds, (tale) => write(filesOf(tale, src, site)));
  } finally {
    program.close();
  }
}

/** With a slash at its end; `undefined` when nobody said it. */
function siteAddress(): string | undefined {
  const text = process.env['PODYSSEY_SITE'];
  return text === undefined || text === '' ? undefined : new URL(text.replace(/\/*$/, '/')).href;
}

/** The pages while developing: the sources are bundled for the first of them after a change. */
class ServedPages {
  #program: Promise<PageProgram> | undefined;

  forget(): void {
    const old = this.#program;
    this.#program = undefined;
    void old?.then(({ close }) => close()).catch(() => undefined);
  }

  /** The file of a path such as `s/run-pod/card.png`; `undefined`: there is none. */
  async file(path: string, address: string): Promise<string | Uint8Array | undefined> {
    this.#program ??= openPageProgram();
    const { render, play } = await this.#program;
    const site = { address, contentSecurityPolicy };
    const id = render.pageIds.find((known) => path.startsWith(`s/${known}/`));
    if (id === undefined) return render.commonFiles(src, site).get(path);
    let files: Files = new Map();
    await play([id], (tale) => {
      files = render.filesOf(tale, src, site);
    });
    return files.get(path);
  }
}

async function serve(
  pages: ServedPages,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const say = (status: number, type: string, body: string | Uint8Array): void => {
    response.writeHead(status, { 'content-type': type, 'cache-control': 'no-cache' });
    response.end(body);
  };
  try {
    const address = `http://${request.headers.host ?? 'localhost'}/`;
    const { pathname, search } = new URL(request.url ?? '/', address);
    if (extname(pathname) === '' && !pathname.endsWith('/')) {
      response.writeHead(302, { location: `${pathname}/${search}` }).end();
      return;
    }
    const path = `${pathname.slice(1)}${pathname.endsWith('/') ? 'index.html' : ''}`;
    const file = await pages.file(path, siteAddress() ?? address);
    if (file === undefined) say(404, 'text/plain', 'There is no such page.');
    else say(200, types[extname(path)] ?? 'text/plain', file);
  } catch (error) {
    pages.forget();
    say(500, 'text/plain', String(error));
  }
}
