/**
 * A port-forward over streams: each connection of the client is two of them, for errors and data.
 *
 * Models k8s.io/cri-streaming portforward httpstream.go and websocket.go. Pairs that nobody completes
 * stay until the connection ends; a client may have a thousand of them.
 */
import type { HttpResponse } from '#k8s.io/client-go/rest/http';
import type { OutsideRequest } from '#trace/outside-action';
import type { PortForwardFrame } from '#trace/port-forward-frame';
import type { Channel } from '../upgrade/channel-streams.ts';
import type { Session } from '../upgrade/session.ts';
import type { StreamHeaders, Streams } from '../upgrade/streams.ts';
import { bytesOfText, textOfBytes } from '../wire/byte-text.ts';

interface Pair {
  readonly request: string;
  /** The number of the connection in the run. */
  readonly number: number;
  data?: number;
  error?: number;
  isClosed: boolean;
}

const mostPairs = 1000;

/**
 * Two channels for each port that the request names, data and errors; the first message of each is
 * the port, as two bytes, the lower one first.
 */
export function portChannels({ url }: OutsideRequest): readonly Channel[] {
  const asked = new URLSearchParams(url.split('?')[1] ?? '').getAll('ports');
  const ports = asked.flatMap((list) => list.split(',')).map(Number);
  return ports.flatMap((port, index) => {
    const greeting = Buffer.alloc(2);
    greeting.writeUInt16LE(port);
    return ['data', 'error'].map((type) => ({
      headers: new Map(
        Object.entries({ streamtype: type, port: `${port}`, requestid: `${index}` }),
      ),
      greeting,
    }));
  });
}

export class PortForward implements Session {
  readonly #streams: Streams;
  readonly #send: (frame: PortForwardFrame) => void;
  readonly #byRequest = new Map<string, Pair>();
  readonly #byStream = new Map<number, Pair>();
  readonly #byNumber = new Map<number, Pair>();
  #count = 0;

  constructor(streams: Streams, send: (frame: PortForwardFrame) => void) {
    this.#streams = streams;
    this.#send = send;
  }

  opened(stream: number, headers: StreamHeaders): void {
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

  received(stream: number, bytes: Buffer): void {
    const pair = this.#byStream.get(stream);
    if (pair?.data !== stream || pair.isClosed) return;
    this.#send({ kind: 'data', stream: pair.number, text: textOfBytes(bytes) });
  }

  finished(stream: number): void {
    const pair = this.#byStream.get(stream);
    if (pair?.data !== stream || pair.isClosed) return;
    pair.isClosed = true;
    this.#send({ kind: 'close', stream: pair.number });
  }

  forwarded(frame: PortForwardFrame): void {
    const pair = this.#byNumber.get(frame.stream);
    if (pair?.data === undefined || pair.error === undefined) return;
    if (frame.kind === 'data') this.#streams.send(pair.data, bytesOfText(frame.text));
    else if (frame.kind === 'error') this.#streams.send(pair.error, bytesOfText(frame.text));
    else if (frame.kind === 'close') this.#remove(pair, pair.data, pair.error);
  }

  ended(): void {
    this.#streams.close();
  }

  answered(_response: HttpResponse): void {
    this.ended();
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
    this.#streams.finish(data);
    this.#streams.finish(error);
    this.#byNumber.delete(pair.number);
    this.#byStream.delete(data);
    this.#byStream.delete(error);
  }
}
