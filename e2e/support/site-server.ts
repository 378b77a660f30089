/** Serves the built site under a path, with headers of its own, beside pages that frame it. */
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { contentTypeOf } from './content-types.ts';

/** The build; a build elsewhere can be named. */
export const dist = process.env['E2E_DIST'] ?? join(import.meta.dirname, '../../dist');

/** Where the site lies on its server. */
const folder = '/sub/path/';

/** Of the site on a port, with a slash at the end. */
export const siteAddress = (port: number): string => `http://127.0.0.1:${port}${folder}`;

export class SiteServer {
  /** Of the site, with a slash at the end. */
  readonly address: string;
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
    this.address = siteAddress((server.address() as AddressInfo).port);
  }

  /**
   * `pages`: path → what stands there beside the site. `files`: a build that is not the usual.
   * `port`: without one, a free one is taken.
   */
  static async start(
    headers: Readonly<Record<string, string>>,
    pages: Readonly<Record<string, string>> = {},
    files = dist,
    port = 0,
  ): Promise<SiteServer> {
    const server = createServer(async (request, response) => {
      const { pathname } = new URL(request.url ?? '/', 'http://site');
      const inSite = pathname.startsWith(folder);
      const path = pathname.replace(folder, '').replace(/(^|\/)$/, '$1index.html');
      const body =
        pages[pathname] ??
        (inSite ? await readFile(join(files, path)).catch(() => undefined) : undefined);
      response.writeHead(body === undefined ? 404 : 200, {
        'content-type': contentTypeOf(inSite ? path : pathname, 'text/html'),
        'access-control-allow-origin': '*',
        // The name of an asset has a hash of what is in it.
        'cache-control': path.startsWith('assets/') ? 'max-age=31536000, immutable' : 'no-cache',
        ...(inSite ? headers : {}),
      });
      response.end(body);
    });
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    return new SiteServer(server);
  }

  stop(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}
