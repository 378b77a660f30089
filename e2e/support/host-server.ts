/** Serves a built site that frames walkthroughs, as an origin of its own beside Podyssey's. */
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, normalize } from 'node:path';
import { contentTypeOf } from './content-types.ts';

/** What the sites under e2e/hosts name where Podyssey's address belongs. */
const placeholder = 'https://podyssey.example/';

export class HostServer {
  /** With a slash at the end. */
  readonly address: string;
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
    this.address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  }

  /** Serves a folder; `podyssey` is the address that its pages frame. */
  static async start(folder: string, podyssey: string): Promise<HostServer> {
    const server = createServer(async (request, response) => {
      const { pathname } = new URL(request.url ?? '/', 'http://site');
      // No site here has an icon, and a browser asks for one all the same.
      if (/^\/favicon\./.test(pathname)) return void response.writeHead(204).end();
      const found = await fileOf(folder, decodeURIComponent(pathname));
      response.writeHead(found === undefined ? 404 : 200, {
        'content-type': found?.type ?? 'text/plain',
      });
      const written = /^(text|application)/.test(found?.type ?? '');
      response.end(
        written ? found?.body.toString().replaceAll(placeholder, podyssey) : found?.body,
      );
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new HostServer(server);
  }

  stop(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

/** The file of a path, as servers of such sites look for it: itself, its page, its folder's page. */
async function fileOf(
  folder: string,
  path: string,
): Promise<{ readonly body: Buffer; readonly type: string } | undefined> {
  for (const tried of [path, `${path}.html`, `${path}/index.html`]) {
    const body = await readFile(join(folder, normalize(tried))).catch(() => undefined);
    if (body !== undefined) {
      return { body, type: contentTypeOf(tried, 'application/octet-stream') };
    }
  }
  return undefined;
}
