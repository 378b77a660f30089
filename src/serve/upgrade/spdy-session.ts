/**
 * The server's side of one connection of SPDY/3.1, which has streams itself: frames to streams,
 * and back.
 *
 * Models github.com/moby/spdystream v0.5.1 connection.go, which Kubernetes' clients use: streams
 * are accepted at once, pings answered, windows and settings left alone. In: bytes, in any pieces.
 * Out: bytes through the transport, and what the client does through the handler. A client that
 * breaks the protocol loses its connection.
 */
import { emptyBlock, HeaderReader } from './spdy-headers.ts';
import type { StreamHandler, Streams } from './streams.ts';

/** What carries the frames: a socket, or a WebSocket. */
export interface Transport {
  write(bytes: Uint8Array): void;
  /** Ends it once all has gone out. */
  end(): void;
}

const synStream = 1;
const synReply = 2;
const rstStream = 3;
const ping = 6;
const goAway = 7;
const headersFrame = 8;
const fin = 1;
const version = 3;
const controlBit = 0x80;
const headLength = 8;
/** Larger frames than any client sends: io.Copy has a buffer of 32 KiB. */
const mostFrameBytes = 1 << 20;
/** What may wait for headers to be read. */
const mostWaitingBytes = 8 << 20;

export class SpdySession implements Streams {
  readonly protocol: string;
  readonly #transport: Transport;
  readonly #handler: StreamHandler;
  readonly #headers = new HeaderReader();
  #buffer: Buffer = Buffer.alloc(0);
  /** Headers take a while to read; later frames wait for them. */
  #work: Promise<void> = Promise.resolve();
  #waiting = 0;
  #replied = false;
  #ended = false;

  constructor(protocol: string, transport: Transport, begin: (streams: Streams) => StreamHandler) {
    this.protocol = protocol;
    this.#transport = transport;
    this.#handler = begin(this);
  }

  /** Takes what came from the client. */
  receive(bytes: Uint8Array): void {
    this.#buffer =
      this.#buffer.length === 0 ? Buffer.from(bytes) : Buffer.concat([this.#buffer, bytes]);
    while (!this.#ended && this.#buffer.length >= headLength) {
      const length = this.#buffer.readUInt32BE(4) & 0xff_ffff;
      if (length > mostFrameBytes || this.#waiting > mostWaitingBytes) {
        this.close();
        return;
      }
      const end = headLength + length;
      if (this.#buffer.length < end) return;
      const frame = this.#buffer.subarray(0, end);
      this.#buffer = this.#buffer.subarray(end);
      this.#waiting += frame.length;
      const take = async (): Promise<void> => {
        await this.#take(frame);
        this.#waiting -= frame.length;
      };
      this.#work = this.#work.then(take).catch(() => this.close());
    }
  }

  send(stream: number, bytes: Uint8Array): void {
    this.#data(stream, bytes, 0);
  }

  finish(stream: number): void {
    this.#data(stream, Buffer.alloc(0), fin);
  }

  /** Says that nothing more comes, and ends the connection. */
  close(): void {
    if (this.#ended) return;
    this.#control(goAway, Buffer.alloc(8));
    this.#ended = true;
    this.#headers.close();
    this.#transport.end();
  }

  #data(stream: number, bytes: Uint8Array, flags: number): void {
    if (this.#ended) return;
    const head = Buffer.alloc(headLength);
    head.writeUInt32BE(stream, 0);
    head.writeUInt32BE(bytes.length, 4);
    head[4] = flags;
    this.#transport.write(Buffer.concat([head, bytes]));
  }

  async #take(frame: Buffer): Promise<void> {
    if (this.#ended) return;
    const flags = frame[4] ?? 0;
    if (((frame[0] ?? 0) & controlBit) === 0) {
      const stream = frame.readUInt32BE(0);
      if (frame.length > headLength) this.#handler.received(stream, frame.subarray(headLength));
      if ((flags & fin) !== 0) this.#handler.finished(stream);
      return;
    }
    const stream = frame.length >= 12 ? frame.readUInt32BE(8) & 0x7fff_ffff : 0;
    switch (frame.readUInt16BE(2)) {
      case synStream:
        return await this.#open(stream, frame.subarray(18), (flags & fin) !== 0);
      case synReply:
      case headersFrame:
        // All blocks are one stream of zlib, so those that nobody needs are read too.
        await this.#headers.read(frame.subarray(12));
        return;
      case rstStream:
        return this.#handler.finished(stream);
      case ping:
        return this.#transport.write(frame);
      case goAway:
        return this.close();
      default:
    }
  }

  async #open(stream: number, block: Buffer, isFinished: boolean): Promise<void> {
    const headers = await this.#headers.read(block);
    if (this.#ended) return;
    const id = Buffer.alloc(4);
    id.writeUInt32BE(stream);
    this.#control(synReply, Buffer.concat([id, emptyBlock(!this.#replied)]));
    this.#replied = true;
    this.#handler.opened(stream, headers);
    if (isFinished) this.#handler.finished(stream);
  }

  #control(type: number, body: Buffer): void {
    const head = Buffer.alloc(headLength);
    head.writeUInt16BE((controlBit << 8) | version, 0);
    head.writeUInt16BE(type, 2);
    head.writeUInt32BE(body.length, 4);
    this.#transport.write(Buffer.concat([head, body]));
  }
}
