/**
 * `agnhost nettest`: a web server that others tell who they are.
 *
 * Models test/images/agnhost/nettest of Kubernetes v1.36 without its own calls to the peers of a
 * service, which need a client of the API in the container.
 */
import { seconds } from '#base/sim-time';
import { isJsonObject, type JsonValue } from '#k8s.io/apimachinery/json-value';
import { type Process, sleep } from '#sim/simulation';
import type { ProcessContext } from '../program.ts';
import { flagsOf } from './flags.ts';
import { type HttpAnswer, type HttpRequest, serveHttp } from './http.ts';
import { log } from './logging.ts';
import { hostnameOf } from './netexec.ts';

/** What `/read` shows, in the order of Go's fields; a nil map or list is null. */
interface State {
  readonly Hostname: string;
  readonly Sent: null;
  readonly Received: Readonly<Record<string, number>> | null;
  readonly Errors: readonly string[] | null;
  readonly Log: null;
  readonly StillContactingPeers: boolean;
}

export function* nettest(context: ProcessContext, words: readonly string[]): Process<number> {
  const flags = flagsOf(words);
  const delay = flags.number('delay-shutdown', 0);
  let state: State = {
    ...{ Hostname: hostnameOf(context), Sent: null, Received: null, Errors: null, Log: null },
    StillContactingPeers: true,
  };
  function* answer(request: HttpRequest): Process<HttpAnswer> {
    if (request.path === '/read') return { body: JSON.stringify(state, null, '\t') };
    // It passes when enough peers were heard of and called, and none is ever called.
    if (request.path === '/status') return { body: 'running' };
    if (request.path !== '/write') return { code: 404, body: '404 page not found\n' };
    state = written(state, request.body);
    return { body: `${JSON.stringify({ Hostname: state.Hostname })}\n` };
  }
  if (!serveHttp(context, flags.number('port', 8080), answer)) return 1;
  log(context, 'agnhost nettest: calls to the peers of a service are not simulated');
  const { signals } = context;
  if (delay > 0) signals.handled.add('SIGTERM');
  while (signals.take() !== 'SIGTERM') yield* signals.arrived.wait();
  log(context, `Sleeping ${delay} seconds before exit ...`);
  yield* sleep(seconds(delay));
  return 0;
}

/** Counts a peer that has written. Source: State.serveWrite. */
function written(state: State, body: string): State {
  const source = sourceOf(body);
  if (source === '') {
    const error = `${state.Hostname}: Got request with no source`;
    return { ...state, Errors: [...(state.Errors ?? []), error] };
  }
  const count = state.Received?.[source] ?? 0;
  return { ...state, Received: { ...state.Received, [source]: count + 1 } };
}

function sourceOf(body: string): string {
  try {
    const value = JSON.parse(body) as JsonValue;
    const source = isJsonObject(value) ? value['Source'] : undefined;
    return typeof source === 'string' ? source : '';
  } catch {
    return '';
  }
}
