/** A client of SPDY/3.1 for tests: as client-go, but it does not compress its headers. */
import { connect, type TLSSocket } from 'node:tls';
import type { KubeConfig } from '@kubernetes/client-node';

export const uint32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};

export function control(type: number, body: Buffer, flags = 0): Buffer {
  const length = uint32(body.length);
  length[0] = flags;
  return Buffer.concat([Buffer.of(0x80, 3, 0, type), length, body]);
}

export function data(stream: number, text: string, flags = 0): Buffer {
  const bytes = Buffer.from(text);
  const length = uint32(bytes.length);
  length[0] = flags;
  return Buffer.concat([uint32(stream), length, bytes]);
}

/** A stored block of zlib, of which a direction has one stream; the first block begins it. */
export function synStream(
  stream: number,
  headers: Readonly<Record<string, string>>,
  isFirst: boolean,
): Buffer {
  const entries = Object.entries(headers);
  const plain = Buffer.concat([
    uint32(entries.length),
    ...entries.flat().flatMap((text) => [uint32(text.length), Buffer.from(text)]),
  ]);
  const lengths = Buffer.alloc(4);
  lengths.writeUInt16LE(plain.length, 0);
  lengths.writeUInt16LE(plain.length ^ 0xffff, 2);
  const begin = isFirst ? Buffer.of(0x78, 0x01) : Buffer.alloc(0);
  const block = Buffer.concat([begin, Buffer.of(0), lengths, plain]);
  return control(1, Buffer.concat([uint32(stream), uint32(0), Buffer.of(0, 0), block]));
}

/** A request of our own bytes on a connection with the user's certificate, if there is one. */
export function dialled(config: KubeConfig, head: readonly string[]): TLSSocket {
  const pem = (text: string | undefined): Buffer => Buffer.from(text ?? '', 'base64');
  const [cluster, user] = [config.getCurrentCluster(), config.getCurrentUser()];
  const socket = connect({
    port: Number(new URL(cluster?.server ?? '').port),
    host: '127.0.0.1',
    ca: pem(cluster?.caData),
    ...(user?.certData !== undefined && { cert: pem(user.certData), key: pem(user.keyData) }),
  });
  socket.setTimeout(20_000, () => socket.destroy());
  socket.write(`${head.join('\r\n')}\r\nHost: x\r\n\r\n`);
  return socket;
}

const endOfHead = '\r\n\r\n';

export class SpdyClient {
  /** The answer in HTTP, without its body. */
  head = '';
  isClosed = false;
  readonly #socket: TLSSocket;
  readonly #texts = new Map<number, string>();
  readonly #finished = new Set<number>();
  #buffer: Buffer = Buffer.alloc(0);
  #next = 1;

  /** Asks with POST, as kubectl does. */
  constructor(config: KubeConfig, path: string, protocols: readonly string[]) {
    this.#socket = dialled(config, [
      ...[`POST ${path} HTTP/1.1`, 'Connection: Upgrade', 'Upgrade: SPDY/3.1'],
      ...protocols.map((protocol) => `X-Stream-Protocol-Version: ${protocol}`),
    ]);
    this.#socket.on('data', (bytes) => this.#receive(bytes));
    this.#socket.on('error', () => this.#socket.destroy());
    this.#socket.on('close', () => {
      this.isClosed = true;
    });
  }

  open(headers: Readonly<Record<string, string>>): number {
    const stream = this.#next;
    this.#socket.write(synStream(stream, headers, stream === 1));
    this.#next += 2;
    return stream;
  }

  send(stream: number, text: string): void {
    this.#socket.write(data(stream, text));
  }

  finish(stream: number): void {
    this.#socket.write(data(stream, '', 1));
  }

  close(): void {
    this.#socket.destroy();
  }

  /** All that has come on a stream. */
  text(stream: number): string {
    return this.#texts.get(stream) ?? '';
  }

  isFinished(stream: number): boolean {
    return this.#finished.has(stream);
  }

  #receive(bytes: Buffer): void {
    this.#buffer = Buffer.concat([this.#buffer, bytes]);
    if (this.head === '') {
      const end = this.#buffer.indexOf(endOfHead);
      if (end < 0) return;
      this.head = this.#buffer.toString('latin1', 0, end);
      this.#buffer = this.#buffer.subarray(end + endOfHead.length);
    }
    while (this.#buffer.length >= 8) {
      const length = this.#buffer.readUInt32BE(4) & 0xff_ffff;
      if (this.#buffer.length < 8 + length) return;
      const frame = this.#buffer.subarray(0, 8 + length);
      this.#buffer = this.#buffer.subarray(8 + length);
      if (((frame[0] ?? 0) & 0x80) !== 0) continue;
      const stream = frame.readUInt32BE(0);
      this.#texts.set(stream, this.text(stream) + frame.toString('utf8', 8));
      if (((frame[4] ?? 0) & 1) !== 0) this.#finished.add(stream);
    }
  }
}

/** The status code that a GET gets, with this bearer token or without one. */
export function statusOf(config: KubeConfig, path: string, bearer?: string): Promise<number> {
  const credentials = bearer === undefined ? [] : [`Authorization: Bearer ${bearer}`];
  const socket = dialled(config, [`GET ${path} HTTP/1.1`, ...credentials, 'Connection: close']);
  return new Promise((resolve, reject) => {
    socket.once('data', (bytes) => {
      resolve(Number(/^HTTP\/1\.1 (\d+)/.exec(bytes.toString('latin1'))?.[1]));
      socket.destroy();
    });
    socket.on('error', reject);
  });
}
