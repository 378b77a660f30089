/** Sends requests over a simulated link, each handled by a process of the server. */
import { err, ok, type Result } from '#base/result';
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

/** A server together with the operating system process its handlers run in. */
export interface Endpoint {
  readonly server: HttpServer;
  readonly group: TaskGroup;
}

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
    if (!(yield* this.#link.cross())) return err({ message: 'i/o timeout' });
    const { server, group } = this.#endpoint;
    if (!server.listening) {
      const host = server.address.replace(/^https?:\/\//, '');
      return err({ message: `dial tcp ${host}: connect: connection refused` });
    }
    const handler = this.#sim.spawn('serve', server.serve(request), group);
    const response = yield* handler.join();
    if (response === undefined) return err({ message: 'EOF' });
    this.#sim.cause = handler.cause;
    if (!(yield* this.#link.cross())) return err({ message: 'i/o timeout' });
    response.stream?.attach(this.#link);
    return ok(response);
  }
}
