/** The page inside a frame without an origin of its own, as documentation sites embed foreign pages. */
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { expect, test } from '@playwright/test';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
};
const dist = join(import.meta.dirname, '../dist');
const host = `<!doctype html><title>Docs</title>
<iframe sandbox="allow-scripts" src="sub/path/index.html" width="1200" height="800"></iframe>`;

let server: Server;

test.beforeAll(async () => {
  server = createServer(async (request, response) => {
    const path = new URL(request.url ?? '/', 'http://host').pathname;
    const file = join(dist, path.replace('/sub/path/', ''));
    const body = path === '/' ? host : await readFile(file).catch(() => undefined);
    const type = types[extname(path)] ?? 'text/html';
    response.writeHead(body === undefined ? 404 : 200, {
      'content-type': type,
      'access-control-allow-origin': '*',
    });
    response.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});

test.afterAll(() => server.close());

test('the simulator runs in a sandboxed frame that may only run scripts', async ({ page }) => {
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  const frame = page.frameLocator('iframe');
  await expect(frame.getByText('node-3').first()).toBeVisible();
  await expect(frame.getByRole('alert')).toHaveCount(0);
});
