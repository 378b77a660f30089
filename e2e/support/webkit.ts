/** WebKitGTK's small browser, driven by W3C WebDriver: Playwright drives no WebKit of a system. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { Readable } from 'node:stream';
import { findWebKit } from '../../scripts/lib/other-engines.mjs';

/** How WebDriver writes an element. */
const elementKey = 'element-6066-11e4-a52e-4f735466cecf';
const patience = 60_000;

export class WebKit {
  readonly #address: string;
  readonly #programs: readonly ChildProcess[];
  #session = '';

  private constructor(address: string, programs: readonly ChildProcess[]) {
    this.#address = address;
    this.#programs = programs;
    // A worker that is ended in the middle leaves no browser behind.
    process.once('exit', () => this.#end());
  }

  /** Starts a display that nobody sees, the driver, and the browser. Throws when they do not come. */
  static async start(): Promise<WebKit> {
    const found = findWebKit();
    if (found === undefined) throw new Error('There is no WebKit here.');
    const display = spawn(
      found.display,
      ['-displayfd', '3', '-screen', '0', '1440x1000x24', '-nolisten', 'tcp'],
      { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] },
    );
    const [number] = await Promise.race([
      once(display.stdio[3] as Readable, 'data'),
      endOf(display, found.display),
    ]);
    const port = await freePort();
    const driver = spawn(found.driver, [`--port=${port}`, '--host=127.0.0.1'], {
      env: { ...process.env, DISPLAY: `:${String(number).trim()}` },
      stdio: 'ignore',
    });
    const webkit = new WebKit(`http://127.0.0.1:${port}`, [driver, display]);
    await Promise.race([
      inTime('the driver', () => webkit.#ask('GET', '/status').catch(() => undefined)),
      endOf(driver, found.driver),
    ]);
    const options = { binary: found.browser, args: ['--automation'] };
    const { sessionId } = await webkit.#ask<{ sessionId: string }>('POST', '/session', {
      capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': options } },
    });
    webkit.#session = `/session/${sessionId}`;
    return webkit;
  }

  open(url: string): Promise<void> {
    return this.#do('url', { url });
  }

  /** The value of an expression in the page, or in the frame that was entered. */
  read<T>(expression: string): Promise<T> {
    return this.#do('execute/sync', { script: `return ${expression}`, args: [] });
  }

  /** Waits until the expression is true of the page; its value. */
  until<T>(expression: string): Promise<T> {
    return inTime(
      expression,
      async () => (await this.read<T | undefined>(expression)) || undefined,
    );
  }

  async click(selector: string): Promise<void> {
    await this.#do(`element/${await this.#element(selector)}/click`, {});
  }

  /** Presses keys, by WebDriver's code points for them, in turn. */
  press(...keys: readonly string[]): Promise<void> {
    const pressed = keys.flatMap((value) => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ]);
    return this.#do('actions', { actions: [{ type: 'key', id: 'keyboard', actions: pressed }] });
  }

  /** From here on the page is the one in this frame. */
  async enter(selector: string): Promise<void> {
    await this.#do('frame', { id: { [elementKey]: await this.#element(selector) } });
  }

  leave(): Promise<void> {
    return this.#do('frame', { id: null });
  }

  /** What is seen, as a PNG. */
  async picture(): Promise<Buffer> {
    return Buffer.from(await this.#ask<string>('GET', `${this.#session}/screenshot`), 'base64');
  }

  async stop(): Promise<void> {
    await this.#ask('DELETE', this.#session);
    this.#end();
  }

  async #element(selector: string): Promise<string> {
    const using = { using: 'css selector', value: selector };
    const found = await this.#do<Readonly<Record<string, string>>>('element', using);
    return found[elementKey] ?? '';
  }

  #do<T>(command: string, body: unknown): Promise<T> {
    return this.#ask('POST', `${this.#session}/${command}`, body);
  }

  async #ask<T>(method: string, path: string, body?: unknown): Promise<T> {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const response = await fetch(this.#address + path, { method, ...sent });
    const { value } = (await response.json()) as { value: T };
    if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(value)}`);
    return value;
  }

  #end(): void {
    for (const program of this.#programs) program.kill();
  }
}

/** Waits for a program that must not end: throws when it does, or when it cannot be started. */
async function endOf(program: ChildProcess, path: string): Promise<never> {
  const [code, signal] = await once(program, 'exit');
  throw new Error(`${path} ended at once (${signal ?? code}).`);
}

async function inTime<T>(what: string, look: () => Promise<T | undefined>): Promise<T> {
  const end = Date.now() + patience;
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    if (Date.now() > end) throw new Error(`WebKit: not in time: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  return typeof address === 'object' && address !== null ? address.port : 0;
}
