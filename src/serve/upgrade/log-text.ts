/** A log through a WebSocket: each message is a piece of it. Models wsstream Reader. */
import type { HttpResponse } from '#k8s.io/client-go/rest/http';
import type { Session } from './session.ts';
import type { Streams } from './streams.ts';

const only = 0;

export class LogText implements Session {
  readonly #streams: Streams;

  constructor(streams: Streams) {
    this.#streams = streams;
  }

  text(piece: unknown): void {
    this.#streams.send(only, Buffer.from(String(piece)));
  }

  ended(): void {
    this.#streams.close();
  }

  answered({ body }: HttpResponse): void {
    if (typeof body === 'string' && body !== '') this.text(body);
    this.ended();
  }

  /** What a client sends means nothing here. */
  opened(): void {}
  received(): void {}
  finished(): void {}
}
