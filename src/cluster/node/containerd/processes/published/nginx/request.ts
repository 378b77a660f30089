/** Reads HTTP requests from a connection, one after the other. */
import type { Duration } from '#base/sim-time';
import type { Connection } from '#cluster/node/os/sockets';
import type { Process } from '#sim/simulation';

export interface HttpRequest {
  /** The first line. */
  readonly line: string;
  readonly method: string;
  /** As it came, with the query. */
  readonly target: string;
  /** Without the query, and decoded. */
  readonly path: string;
  readonly version: string;
  /** By the name in lower case. */
  readonly headers: ReadonlyMap<string, string>;
}

const headEnd = '\r\n\r\n';

export class RequestReader {
  readonly #connection: Connection;
  #text = '';

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** The next request; `undefined`: no further one comes, or none within `timeout`. */
  *next(timeout: Duration): Process<HttpRequest | 'bad' | undefined> {
    while (!this.#text.includes(headEnd)) {
      const more = yield* this.#connection.receive(timeout);
      if (more === undefined) return undefined;
      this.#text += more;
    }
    const end = this.#text.indexOf(headEnd);
    const [line = '', ...lines] = this.#text.slice(0, end).split('\r\n');
    this.#text = this.#text.slice(end + headEnd.length);
    const request = requestOf(line, lines);
    if (request === undefined) return 'bad';
    const length = Number(request.headers.get('content-length') ?? 0);
    while (this.#text.length < length) {
      const more = yield* this.#connection.receive(timeout);
      if (more === undefined) return undefined;
      this.#text += more;
    }
    this.#text = this.#text.slice(length);
    return request;
  }
}

function requestOf(line: string, lines: readonly string[]): HttpRequest | undefined {
  const match = /^([A-Z_-]+) (\S+) HTTP\/(\d\.\d)$/.exec(line);
  if (match === null) return undefined;
  const [, method = '', address = '', version = ''] = match;
  const target = address.replace(/^https?:\/\/[^/]*/, '') || '/';
  const headers = lines.map((text) => {
    const at = text.indexOf(':');
    return [text.slice(0, at).toLowerCase(), text.slice(at + 1).trim()] as const;
  });
  const path = resolved(decoded(target.replace(/[?#].*/, '')));
  return { line, method, target, path, version, headers: new Map(headers) };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    if (error instanceof URIError) return text;
    throw error;
  }
}

/** Without `.`, `..` and double slashes; a slash at the end stays. */
function resolved(path: string): string {
  const parts: string[] = [];
  for (const part of path.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  const ended = /\/\.{0,2}$/.test(path) && parts.length > 0;
  return `/${parts.join('/')}${ended ? '/' : ''}`;
}
