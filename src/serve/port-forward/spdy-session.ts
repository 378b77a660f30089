/**
 * The server's side of one connection of SPDY/3.1: frames to streams, and back.
 *
 * Models github.com/moby/spdystream v0.5.1 connection.go, which Kubernetes' clients use: streams
 * are accepted at once, pings answered, windows and settings left alone. In: bytes, in any pieces.
 * Out: bytes through `write`, and what the client does through the handler. A client that breaks
 * the protocol loses its connection.
 */
import { emptyBlock, HeaderReader, type SpdyHeaders } from './spdy-headers.ts';

export interface SpdyHandler {
  /** The client opens a stream. */
  opened(stream: number, headers: SpdyHeaders): void;
  received(stream: number, bytes: Uint8Array): void;
  /** The client sends no more on it; `isReset`: and wants no more. */
  finished(stream: number, isReset: boolean): void;
  /** The connection is of no more use. */
  ended(): void;
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

export class SpdySession {
  readonly #write: (bytes: Uint8Array) => void;
  readonly #handler: SpdyHandler;
  readonly #headers = new HeaderReader();
  #buffer: Buffer = Buffer.alloc(0);
  /** Headers take a while to read; later frames wait for them. */
  #work: Promise<void> = Promise.resolve();
  #waiting = 0;
  #replied = false;
  #ended = false;

  constructor(write: (bytes: Uint8Array) => void, handler: SpdyHandler) {
    this.#write = write;
    this.#handler = handler;
  }

  /** Takes what came from the client. */
  receive(bytes: Uint8Array): void {
    this.#buffer =
      this.#buffer.length === 0 ? Buffer.from(bytes) : Buffer.concat([this.#buffer, bytes]);
    while (!this.#ended && this.#buffer.length >= headLength) {
      const length = this.#buffer.readUInt32BE(4) & 0xff_ffff;
      if (length > mostFrameBytes || this.#waiting > mostWaitingBytes) {
        this.#end();
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
      this.#work = this.#work.then(take).catch(() => this.#end());
    }
  }

  /** Sends bytes on a stream; `isLast`: and no more after them. */
  send(stream: number, bytes: Uint8Array, isLast = false): void {
    if (this.#ended) return;
    const head = Buffer.alloc(headLength);
    head.writeUInt32BE(stream, 0);
    head.writeUInt32BE(bytes.length, 4);
    head[4] = isLast ? fin : 0;
    this.#write(Buffer.concat([head, bytes]));
  }

  /** Says that nothing more comes. */
  close(): void {
    if (this.#ended) return;
    this.#control(goAway, Buffer.alloc(8));
    this.#ended = true;
    this.#headers.close();
  }

  #end(): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#headers.close();
    this.#handler.ended();
  }

  async #take(frame: Buffer): Promise<void> {
    if (this.#ended) return;
    const flags = frame[4] ?? 0;
    if (((frame[0] ?? 0) & controlBit) === 0) {
      const stream = frame.readUInt32BE(0);
      if (frame.length > headLength) this.#handler.received(stream, frame.subarray(headLength));
      if ((flags & fin) !== 0) this.#handler.finished(stream, false);
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
        return this.#handler.finished(stream, true);
      case ping:
        return this.#write(frame);
      case goAway:
        return this.#end();
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
    if (isFinished) this.#handler.finished(stream, false);
  }

  #control(type: number, body: Buffer): void {
    const head = Buffer.alloc(headLength);
    head.writeUInt16BE((controlBit << 8) | version, 0);
    head.writeUInt16BE(type, 2);
    head.writeUInt32BE(body.length, 4);
    this.#write(Buffer.concat([head, body]));
  }
}
