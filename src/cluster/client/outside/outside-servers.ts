/**
 * The servers outside the simulation that the cluster calls: webhooks, aggregated APIs and issuers
 * of tokens that run on a real machine.
 *
 * In: requests of the API server. Out: to whoever listens the call, and to the run the answer,
 * which comes as a timed input (`OutsideAction`). Without a listener the same happens, so a
 * recorded session needs no server. Until an input says that such servers can be reached, none can.
 */
import { defined } from '#base/defined';
import { err, ok, type Result } from '#base/result';
import type {
  ConnectionError,
  HttpRequest,
  HttpResponse,
  RoundTripper,
} from '#k8s.io/client-go/rest/http';
import { Channel, Signal } from '#sim/signal';
import type { Process, Simulation } from '#sim/simulation';
import type { IdentityAction, OutsideAnswer, ServerAction } from '#trace/outside-action';

/** A request of the cluster to a server outside, as it goes on the wire. */
export interface OutsideCall {
  /** `127.0.0.1:9443` */
  readonly host: string;
  /** The name that the certificate must have; empty: it is not checked. */
  readonly serverName: string;
  /** The authorities that it is checked against, in base64; empty: those of the system. */
  readonly caBundle: string;
  readonly method: HttpRequest['method'];
  /** Path and query. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

export interface OutboundListener {
  /** The cluster calls; the answer is an input of the run. */
  called(call: number, request: OutsideCall): void;
  /** The call is over, or the cluster waits for it no longer. */
  dropped(call: number): void;
}

type Target = Pick<OutsideCall, 'host' | 'serverName' | 'caBundle'>;

export class OutsideServers {
  readonly #sim: Simulation;
  readonly #waiting = new Map<number, Channel<OutsideAnswer>>();
  #reachable = false;
  #calls = 0;
  listener: OutboundListener | undefined;
  /** Whose tokens the API server accepts beside its own, and when that changes. */
  readonly identitiesChanged: Signal;
  identities: IdentityAction | undefined;
  /** The same, or a file that the server refuses: it goes on with the one before. */
  lastFound: IdentityAction | undefined;

  constructor(sim: Simulation) {
    this.#sim = sim;
    this.identitiesChanged = new Signal(sim);
  }

  /** The way to a server; undefined: there are no servers outside in this run. */
  reach(to: Target): RoundTripper | undefined {
    if (!this.#reachable) return undefined;
    return { roundTrip: (request) => this.#call(to, request) };
  }

  /** Takes what happened outside, at this moment and under its cause. */
  take(action: ServerAction): void {
    if (action.kind === 'outbound') this.#reachable = true;
    else if (action.kind === 'answer') this.#waiting.get(action.call)?.send(action.answer);
    else {
      this.lastFound = action;
      const isRefused = action.kind === 'authentication' && Boolean(action.reload);
      if (!isRefused) this.identities = action;
      this.identitiesChanged.notifyAll();
    }
  }

  *#call(to: Target, request: HttpRequest): Process<Result<HttpResponse, ConnectionError>> {
    const call = ++this.#calls;
    const channel = new Channel<OutsideAnswer>(this.#sim);
    this.#waiting.set(call, channel);
    const { method, url, headers, body } = request;
    this.listener?.called(call, { ...to, method, url, headers, ...defined({ body }) });
    try {
      const answer = yield* channel.receive();
      if (answer === undefined || 'error' in answer) {
        return err({ message: answer?.error ?? 'EOF' });
      }
      const { code, contentType } = answer;
      return ok({ code, headers: { 'content-type': contentType }, body: answer.body });
    } finally {
      this.#waiting.delete(call);
      this.listener?.dropped(call);
    }
  }
}
