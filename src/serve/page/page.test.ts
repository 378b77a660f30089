/** A page that watches a served run: what a browser would get, and who gets nothing. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import type { Fact } from '#trace/facts';
import { hashTrace } from '#trace/trace-hash';
import { FactUnpacker } from '#worker/fact-unpacker';
import type { ServedMessage, ServedRequest } from '#worker/protocol';
import { readFrame } from '#worker/served-frames';
import { type Served, serve } from '../serve.ts';

let site: string;
let served: Served;
let link: URL;

beforeAll(async () => {
  site = mkdtempSync(join(tmpdir(), 'podyssey-site-'));
  writeFileSync(join(site, 'index.html'), '<!doctype html><title>page</title>');
  const page = { site, port: 0 };
  served = await serve({ recording: { scenario: 'empty-cluster', seed: 7 }, page });
  link = new URL(served.page ?? '');
});
afterAll(async () => {
  await served.close();
  rmSync(site, { recursive: true, force: true });
});

const tokenOf = (): string => link.searchParams.get('served') ?? '';
const runAt = (token: string, after = 0): string =>
  `ws://${link.host}/run?token=${token}&after=${after}`;

/** A page, as far as its messages go. */
class Page {
  readonly facts: Fact[] = [];
  readonly messages: ServedMessage[] = [];
  readonly #socket: WebSocket;
  readonly #unpacker = new FactUnpacker();

  constructor(after = 0) {
    this.#socket = new WebSocket(runAt(tokenOf(), after), { origin: link.origin });
    this.#socket.binaryType = 'arraybuffer';
    this.#socket.on('message', (data, isBinary) => {
      const message = readFrame(isBinary ? (data as ArrayBuffer) : String(data));
      this.messages.push(message);
      if (message.type !== 'facts') return;
      this.facts.push(...this.#unpacker.unpack(message.packed, message.facts));
    });
  }

  send(request: ServedRequest): void {
    this.#socket.send(JSON.stringify(request));
  }

  async until(holds: () => boolean): Promise<void> {
    await expect.poll(holds, { timeout: 10_000 }).toBe(true);
  }

  close(): void {
    this.#socket.close();
  }
}

/** The status of the answer to a request for the run. */
const refusedWith = (url: string, origin: string): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    const socket = new WebSocket(url, { origin });
    socket.on('unexpected-response', (_, response) => resolve(response.statusCode));
    socket.on('open', () => reject(new Error('was opened')));
  });

describe('the page of a served run', () => {
  it('consists of the files of the site, and of no others', async () => {
    const index = await fetch(link);
    expect(index.headers.get('content-type')).toContain('text/html');
    expect(await index.text()).toContain('<title>page</title>');
    expect((await fetch(new URL('/..%2f..%2fetc/passwd', link))).status).toBe(404);
    mkdirSync(join(site, 'assets'));
    writeFileSync(join(site, 'assets/part-1.js'), 'export {};');
    expect(await (await fetch(new URL('/assets/', link))).json()).toEqual(['part-1.js']);
    const part = await fetch(new URL('/assets/part-1.js', link));
    expect(part.headers.get('cache-control')).toContain('immutable');
    expect((await fetch(link, { method: 'POST' })).status).toBe(405);
  });

  it('gets every fact of the run, and what a client does afterwards', async () => {
    const page = new Page();
    await page.until(() => page.messages.length > 2);
    expect(page.messages[0]).toMatchObject({
      type: 'served',
      recording: { scenario: 'empty-cluster', seed: 7, inputs: [] },
      world: { paused: false, speed: 1, watching: 1 },
    });
    const http = { method: 'GET', url: '/version', headers: { accept: '*/*' } } as const;
    const nothing = (): void => undefined;
    served.world.send(http, {
      answered: nothing,
      received: nothing,
      ended: nothing,
      failed: nothing,
    });
    await page.until(() => page.facts.some(({ type }) => type === 'OutsideActionTaken'));
    const facts = served.world.facts.slice(0, page.facts.length);
    expect(hashTrace(page.facts)).toBe(hashTrace(facts));
    page.close();
  });

  it('pauses the world, steps it and lets it go on, for all who watch', async () => {
    const [page, other] = [new Page(), new Page()];
    const worldsOf = ({ messages }: Page) =>
      messages.flatMap((each) => (each.type === 'world' ? [each.world] : []));
    await page.until(() => worldsOf(page).length > 0 && worldsOf(other).length > 0);
    page.send({ type: 'pause' });
    await other.until(() => worldsOf(other).at(-1)?.paused === true);
    expect(worldsOf(other).at(-1)?.watching).toBe(2);
    const { at } = served.world;
    page.send({ type: 'step', duration: 2_000_000 });
    await page.until(() => served.world.at === at + 2_000_000);
    other.send({ type: 'resume' });
    await page.until(() => worldsOf(page).at(-1)?.paused === false);
    page.close();
    other.close();
  });

  it('types a command into the run, and does something to a machine', async () => {
    const page = new Page();
    await page.until(() => page.messages.length > 0);
    const line = 'kubectl create namespace class';
    page.send({ type: 'enter', input: { kind: 'command', line, user: 'admin' } });
    page.send({ type: 'enter', input: { kind: 'host', words: 'help' } });
    await page.until(() => page.facts.some(({ type }) => type === 'CommandExited'));
    expect(page.facts.find(({ type }) => type === 'HostActionTaken')).toBeDefined();
    expect(served.world.recording.inputs).toContainEqual(expect.objectContaining({ line }));
    page.close();
  });

  it('goes on from the facts that it has, after a lost connection', async () => {
    const page = new Page(100);
    await page.until(() => page.facts.length > 0);
    expect(page.facts[0]?.id).toBe(101);
    page.close();
  });

  it('is nothing for another site, a name of somebody else, or a wrong token', async () => {
    expect(await refusedWith(runAt(tokenOf()), 'http://other.test')).toBe(403);
    expect(await refusedWith(runAt('guess'), link.origin)).toBe(403);
    expect(await refusedWith(runAt(''), link.origin)).toBe(403);
    const named = runAt(tokenOf()).replace('127.0.0.1', 'localhost');
    expect(await refusedWith(named, link.origin)).toBe(403);
  });

  it('ends a connection that says what nobody asks', async () => {
    const socket = new WebSocket(runAt(tokenOf()), { origin: link.origin });
    const code = new Promise((resolve) => socket.on('close', resolve));
    socket.on('open', () => socket.send('{"type":"step","duration":-1}'));
    expect(await code).toBe(1008);
  });
});
