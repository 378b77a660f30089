/**
 * What psql and the server say to each other: one JSON text a line. The real protocol is binary.
 */
import type { Connection } from '#cluster/node/os/sockets';
import type { Process } from '#sim/simulation';
import type { Result } from './sql.ts';

export interface StartUp {
  readonly user: string;
  readonly database: string;
  readonly password: string;
  /** Over the socket file: no password is asked for. */
  readonly local: boolean;
}

export type Answer =
  | Result
  | { readonly kind: 'ready' }
  | { readonly kind: 'fatal'; readonly message: string };

export const sendLine = (connection: Connection, value: object | string): void =>
  connection.send(`${JSON.stringify(value)}\n`);

/** Takes the lines of a connection one by one; `undefined`: it ended. */
export class LineReader {
  readonly #connection: Connection;
  #rest = '';

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  *next(): Process<string | undefined> {
    for (;;) {
      const end = this.#rest.indexOf('\n');
      if (end >= 0) {
        const line = this.#rest.slice(0, end);
        this.#rest = this.#rest.slice(end + 1);
        return line;
      }
      const more = yield* this.#connection.receive();
      if (more === undefined) return undefined;
      this.#rest += more;
    }
  }
}
