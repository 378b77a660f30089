/**
 * A server that only answers: what one of a few lines takes on the same machine, asked by the same
 * client, is what the figures of a served cluster stand beside.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { createSecureServer } from 'node:http2';
import { Agent } from 'node:https';
import { CertificateAuthority } from '#serve/certificates';

/** About as much as one Pod in JSON. */
const answer = Buffer.alloc(1500, 'x');

/** Listens on the loopback until the process ends, and prints where, with its authority. */
export async function serveBare(): Promise<void> {
  const authority = await CertificateAuthority.create('bench');
  const { certificate: cert, key } = await authority.server([], ['127.0.0.1']);
  const server = createSecureServer({ allowHTTP1: true, cert, key }, (_request, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(answer);
  });
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    console.log(JSON.stringify({ port, ca: authority.certificate }));
  });
}

/** The same in a process of its own. */
export class BareServer {
  readonly #process: ChildProcess;
  readonly url: string;
  readonly agent: Agent;

  private constructor(started: ChildProcess, port: number, ca: string) {
    this.#process = started;
    this.url = `https://127.0.0.1:${port}/`;
    this.agent = new Agent({ keepAlive: true, ca });
  }

  /** Resolves when it listens. */
  static async start(): Promise<BareServer> {
    const args = [...process.execArgv, 'src/bench/main.ts', 'bare'];
    const started = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    const printed = await new Promise<string>((resolve, reject) => {
      started.stdout?.once('data', (text) => resolve(String(text)));
      started.once('exit', (code) => reject(new Error(`The bare server ended with ${code}.`)));
    });
    const { port, ca } = JSON.parse(printed) as { port: number; ca: string };
    return new BareServer(started, port, ca);
  }

  stop(): void {
    this.agent.destroy();
    this.#process.removeAllListeners('exit');
    this.#process.kill();
  }
}
