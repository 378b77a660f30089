/**
 * What psql and the server say to each other: one JSON text a line. The real protocol is binary.
 */
import type { Connection } from '#cluster/node/os/sockets';
import type { Process } from '#sim/simulation';
import { readLine } from './read-line.ts';
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

/** The first line of a client. */
export function startUpOf(line: string | undefined): StartUp | undefined {
  const said = line === undefined ? undefined : readLine(line);
  if (typeof said !== 'object' || said === null) return undefined;
  const { user, database, password, local } = said as Record<string, unknown>;
  if (typeof user !== 'string' || typeof database !== 'string') return undefined;
  if (typeof password !== 'string' || typeof local !== 'boolean') return undefined;
  return { user, database, password, local };
}

/** A line of a server. */
export function answerOf(line: string | undefined): Answer | undefined {
  const said = line === undefined ? undefined : readLine(line);
  const isAnswer = typeof said === 'object' && said !== null && 'kind' in said;
  return isAnswer ? (said as Answer) : undefined;
}

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
