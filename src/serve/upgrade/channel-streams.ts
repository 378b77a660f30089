/**
 * The channels of a WebSocket as streams: the first byte of a message names the channel.
 *
 * Models k8s.io/streaming pkg/httpstream/wsstream Conn and Reader: in protocols with `base64` in
 * their name the channel is a digit and the rest is base64; in `v5.channel.k8s.io` a client can
 * finish a channel. All are open from the beginning; once the server has finished all, it hangs up.
 */
import type { WebSocket } from 'ws';
import { bytesOf } from '../wire/message-bytes.ts';
import type { StreamHandler, StreamHeaders, Streams } from './streams.ts';

/** One channel of a connection. */
export interface Channel {
  /** What a client of SPDY would say of it. */
  readonly headers: StreamHeaders;
  /** What the server says on it first. */
  readonly greeting?: Uint8Array;
}

const closeChannel = 255;
const whole = 1000;
const internalError = 1011;
const digitZero = '0'.charCodeAt(0);

export class ChannelStreams implements Streams {
  readonly protocol: string;
  readonly #webSocket: WebSocket;
  readonly #hasChannels: boolean;
  readonly #isBase64: boolean;
  readonly #unfinished = new Set<number>();

  /** `channels` in their order, with gaps; absent: messages have none. */
  constructor(
    webSocket: WebSocket,
    protocol: string,
    channels: readonly (Channel | undefined)[] | undefined,
    begin: (streams: Streams) => StreamHandler,
  ) {
    this.protocol = protocol;
    this.#webSocket = webSocket;
    this.#hasChannels = channels !== undefined;
    this.#isBase64 = protocol.includes('base64');
    const handler = begin(this);
    channels?.forEach((channel, number) => {
      if (channel === undefined) return;
      this.#unfinished.add(number);
      if (channel.greeting !== undefined) this.send(number, channel.greeting);
      handler.opened(number, channel.headers);
    });
    if (this.#hasChannels) {
      webSocket.on('message', (data) => this.#receive(bytesOf(data), handler));
    }
  }

  send(stream: number, bytes: Uint8Array): void {
    const channel = this.#hasChannels ? [stream] : [];
    if (this.#isBase64) {
      this.#webSocket.send(`${channel.join('')}${Buffer.from(bytes).toString('base64')}`);
    } else this.#webSocket.send(Buffer.concat([Buffer.from(channel), bytes]));
  }

  /** A channel has no end of its own towards the client; a connection has. */
  finish(stream: number): void {
    if (this.#unfinished.delete(stream) && this.#unfinished.size === 0) this.close();
  }

  close(isWhole = true): void {
    this.#webSocket.close(isWhole ? whole : internalError);
  }

  #receive(message: Buffer, handler: StreamHandler): void {
    const [first] = message;
    if (first === undefined) return;
    const rest = message.subarray(1);
    if (first === closeChannel && this.protocol.startsWith('v5.')) {
      if (rest[0] !== undefined) handler.finished(rest[0]);
      return;
    }
    const channel = this.#isBase64 ? first - digitZero : first;
    const bytes = this.#isBase64 ? Buffer.from(rest.toString('latin1'), 'base64') : rest;
    if (bytes.length > 0) handler.received(channel, bytes);
  }
}
