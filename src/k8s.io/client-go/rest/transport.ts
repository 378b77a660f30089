/** Sends requests over a simulated link, each handled by a process of the server. */
import { err, ok, type Result } from '#base/result';
import { seconds } from '#base/sim-time';
import type { Link } from '#sim/network';
import type { Process, Simulation } from '#sim/simulation';
import type { TaskGroup } from '#sim/task';
import type {
  ConnectionError,
  HttpRequest,
  HttpResponse,
  HttpServer,
  RoundTripper,
} from './http.ts';
import type { OpenStream } from './watch-stream.ts';

/** A server together with the operating system process its handlers run in. */
export interface Endpoint {
  readonly server: HttpServer;
  readonly group: TaskGroup;
  /** The open streams, which break when the process ends. */
  readonly streams?: Set<OpenStream>;
}

/** How long a dial without an answer is tried. Source: net.Dialer of client-go's transport. */
const dialTimeout = seconds(30);
const firstRetransmission = seconds(1);
/** Whatever the server did with the request, nobody knows. */
const connectionLost: ConnectionError = { message: 'http2: client connection lost' };

/** One client's connection to the API server. */
export class NetworkTransport implements RoundTripper {
  readonly #sim: Simulation;
  readonly #link: Link;
  readonly #endpoint: Endpoint;

  constructor(sim: Simulation, link: Link, endpoint: Endpoint) {
    this.#sim = sim;
    this.#link = link;
    this.#endpoint = endpoint;
  }

  *roundTrip(request: HttpRequest): Process<Result<HttpResponse, ConnectionError>> {
    const link = this.#link;
    let { connection } = link;
    if (!(yield* link.cross())) {
      if (connection !== link.connection) return err(connectionLost);
      if (!(yield* this.#dialAgain())) {
        return err({ message: `dial tcp ${this.#host()}: i/o timeout` });
      }
      ({ connection } = link);
    }
    const { server, group, streams } = this.#endpoint;
    if (!server.listening) {
      return err({ message: `dial tcp ${this.#host()}: connect: connection refused` });
    }
    request.frames?.attach(link, streams);
    const handler = this.#sim.spawn('serve', server.serve(request), group);
    let response: HttpResponse | undefined;
    try {
      response = yield* handler.join();
    } finally {
      // A client that gives up closes the connection, and the server drops the request.
      if (!handler.done) handler.cancel();
    }
    if (response === undefined) return err({ message: 'EOF' });
    response.stream?.attach(this.#link, streams);
    response.text?.attach(this.#link, streams);
    if (response.down !== undefined) {
      response.down.attach(this.#link, streams);
      request.up?.attach(this.#link, streams);
    }
    response.frames?.attach(this.#link, streams);
    if (!(yield* link.cross(connection))) {
      response.stream?.close();
      response.down?.close();
      return err(connectionLost);
    }
    return ok(response);
  }

  /** TCP sends its first packet again, ever more seldom, until the dial is given up. */
  *#dialAgain(): Process<boolean> {
    for (let waited = 0, pause = firstRetransmission; waited < dialTimeout; pause *= 2) {
      const more = Math.min(pause, dialTimeout - waited);
      yield more;
      waited += more;
      if (yield* this.#link.cross()) return true;
    }
    return false;
  }

  #host(): string {
    return this.#endpoint.server.address.replace(/^https?:\/\//, '');
  }
}
