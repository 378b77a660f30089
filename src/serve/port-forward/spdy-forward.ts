/**
 * A port-forward over SPDY: each connection of the client is two streams, for errors and data.
 *
 * Models k8s.io/cri-streaming portforward httpstream.go. Pairs that nobody completes stay until the
 * connection ends; a client may have a thousand of them.
 */
import type { PortForwardFrame } from '#trace/port-forward-frame';
import { bytesOfText, textOfBytes } from '../wire/byte-text.ts';
import type { ForwardSide, SendFrame } from './forward-side.ts';
import type { SpdyHeaders } from './spdy-headers.ts';
import { type SpdyHandler, SpdySession } from './spdy-session.ts';

interface Pair {
  readonly request: string;
  /** The number of the connection in the run. */
  readonly number: number;
  data?: number;
  error?: number;
  isClosed: boolean;
}

const mostPairs = 1000;
const nothing = Buffer.alloc(0);

export class SpdyForward implements ForwardSide, SpdyHandler {
  readonly #session: SpdySession;
  readonly #send: SendFrame;
  readonly #end: () => void;
  readonly #byRequest = new Map<string, Pair>();
  readonly #byStream = new Map<number, Pair>();
  readonly #byNumber = new Map<number, Pair>();
  #count = 0;

  /** `end` ends the connection under it. */
  constructor(write: (bytes: Uint8Array) => void, send: SendFrame, end: () => void) {
    this.#session = new SpdySession(write, this);
    this.#send = send;
    this.#end = end;
  }

  receive(bytes: Uint8Array): void {
    this.#session.receive(bytes);
  }

  opened(stream: number, headers: SpdyHeaders): void {
    const type = headers.get('streamtype') ?? '';
    const port = Number(headers.get('port'));
    const isPort = Number.isInteger(port) && port > 0 && port <= 0xffff;
    if (!isPort || (type !== 'data' && type !== 'error')) {
      this.ended();
      return;
    }
    // Source: httpStreamHandler.requestID, for clients that give none.
    const request = headers.get('requestid') ?? String(type === 'error' ? stream : stream - 2);
    const pair = this.#byRequest.get(request) ?? this.#newPair(request);
    if (pair === undefined || pair[type] !== undefined) {
      this.ended();
      return;
    }
    pair[type] = stream;
    this.#byStream.set(stream, pair);
    if (pair.data === undefined || pair.error === undefined) return;
    this.#byRequest.delete(request);
    this.#send({ kind: 'open', stream: pair.number, port });
  }

  received(stream: number, bytes: Uint8Array): void {
    const pair = this.#byStream.get(stream);
    if (pair?.data !== stream || pair.isClosed) return;
    this.#send({ kind: 'data', stream: pair.number, text: textOfBytes(bytes) });
  }

  finished(stream: number, _isReset: boolean): void {
    const pair = this.#byStream.get(stream);
    if (pair?.data !== stream || pair.isClosed) return;
    pair.isClosed = true;
    this.#send({ kind: 'close', stream: pair.number });
  }

  forwarded(frame: PortForwardFrame): void {
    const pair = this.#byNumber.get(frame.stream);
    if (pair?.data === undefined || pair.error === undefined) return;
    if (frame.kind === 'data') this.#session.send(pair.data, bytesOfText(frame.text));
    else if (frame.kind === 'error') this.#session.send(pair.error, bytesOfText(frame.text));
    else if (frame.kind === 'close') this.#remove(pair, pair.data, pair.error);
  }

  ended(): void {
    this.#session.close();
    this.#end();
  }

  #newPair(request: string): Pair | undefined {
    if (this.#byNumber.size >= mostPairs) return undefined;
    const pair = { request, number: ++this.#count, isClosed: false };
    this.#byRequest.set(request, pair);
    this.#byNumber.set(pair.number, pair);
    return pair;
  }

  #remove(pair: Pair, data: number, error: number): void {
    pair.isClosed = true;
    this.#session.send(data, nothing, true);
    this.#session.send(error, nothing, true);
    this.#byNumber.delete(pair.number);
    this.#byStream.delete(data);
    this.#byStream.delete(error);
  }
}
