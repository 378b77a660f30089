/**
 * A port-forward over the channels of a WebSocket: two for each port that the request names, for
 * data and errors, and one connection to each.
 *
 * Models k8s.io/cri-streaming portforward websocket.go: the first message of each channel is the
 * port, as two bytes, the lower one first.
 */
import type { WebSocket } from 'ws';
import type { PortForwardFrame } from '#trace/port-forward-frame';
import { bytesOfText, textOfBytes } from '../wire/byte-text.ts';
import type { ForwardSide, SendFrame } from './forward-side.ts';

export class ChannelForward implements ForwardSide {
  readonly #webSocket: WebSocket;
  readonly #send: SendFrame;
  readonly #isBase64: boolean;
  #open: number;

  constructor(webSocket: WebSocket, isBase64: boolean, ports: readonly number[], send: SendFrame) {
    this.#webSocket = webSocket;
    this.#send = send;
    this.#isBase64 = isBase64;
    this.#open = ports.length;
    ports.forEach((port, index) => {
      const bytes = Buffer.alloc(2);
      bytes.writeUInt16LE(port);
      this.#write(2 * index, bytes);
      this.#write(2 * index + 1, bytes);
      send({ kind: 'open', stream: index, port });
    });
  }

  /** A message: its channel, and bytes for it. */
  receive(message: Buffer): void {
    const [first = 0] = message;
    const channel = this.#isBase64 ? first - '0'.charCodeAt(0) : first;
    const rest = message.subarray(1);
    const bytes = this.#isBase64 ? Buffer.from(rest.toString('latin1'), 'base64') : rest;
    if (channel % 2 !== 0 || bytes.length === 0) return;
    this.#send({ kind: 'data', stream: channel / 2, text: textOfBytes(bytes) });
  }

  forwarded(frame: PortForwardFrame): void {
    const channel = 2 * frame.stream;
    if (frame.kind === 'data') this.#write(channel, bytesOfText(frame.text));
    else if (frame.kind === 'error') this.#write(channel + 1, bytesOfText(frame.text));
    else if (frame.kind === 'close' && --this.#open === 0) this.ended();
  }

  ended(): void {
    this.#webSocket.close(1000);
  }

  #write(channel: number, bytes: Buffer): void {
    if (this.#isBase64) this.#webSocket.send(`${channel}${bytes.toString('base64')}`);
    else this.#webSocket.send(Buffer.concat([Buffer.of(channel), bytes]));
  }
}
