/**
 * `agnhost grpc-health-checking` serves gRPC health checks on `--port` (5000) for `--service`:
 * SERVING, and NOT_SERVING after `--delay-unhealthy-sec` or after a request for `/make-not-serving`
 * over HTTP on `--http-port` (8080); `/make-serving` undoes that. gRPC
 * messages travel as the texts of `grpc-health.ts`.
 */
import { seconds } from '#base/sim-time';
import { answerHealth } from '#cluster/node/os/grpc-health';
import type { Connection, Listener } from '#cluster/node/os/sockets';
import type { Process } from '#sim/simulation';
import { networkOf } from '../applets/network/sockets.ts';
import type { ProcessContext } from '../program.ts';
import { flagsOf } from './flags.ts';

export function* healthChecking(
  context: ProcessContext,
  words: readonly string[],
): Process<number> {
  const network = networkOf(context);
  if (network === undefined) return 1;
  const flags = flagsOf(words);
  const health = network.listen(flags.number('port', 5000));
  const http = network.listen(flags.number('http-port', 8080));
  if (!health.ok || !http.ok) {
    context.err('failed to listen: bind: address already in use\n');
    return 1;
  }
  const { sim, out } = context;
  const state = { serving: true, service: flags.text('service') };
  const delay = flags.number('delay-unhealthy-sec', -1);
  if (delay > 0) sim.spawn('delay-unhealthy', becomeUnhealthy(state, delay));
  out(`Http server starting to listen on :${flags.number('http-port', 8080)}\n`);
  out(`gRPC server starting to listen on :${flags.number('port', 5000)}\n`);
  sim.spawn(
    'agnhost http',
    serve(context, http.value, (request) => switchState(state, request)),
  );
  const check = (request: string) =>
    answerHealth(request, (service) =>
      service === state.service ? (state.serving ? 'SERVING' : 'NOT_SERVING') : undefined,
    );
  return yield* serve(context, health.value, check);
}

interface Health {
  serving: boolean;
  readonly service: string;
}

function* becomeUnhealthy(state: Health, delay: number): Process {
  yield seconds(delay);
  state.serving = false;
}

function switchState(state: Health, request: string): string {
  const path = request.split(' ')[1] ?? '';
  if (path !== '/make-serving' && path !== '/make-not-serving') {
    return 'HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n';
  }
  state.serving = path === '/make-serving';
  return 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n';
}

/** One answer for each connection; a request that is not understood closes it. */
function* serve(
  { sim }: ProcessContext,
  listener: Listener,
  answer: (request: string) => string | undefined,
): Process<number> {
  try {
    for (;;) sim.spawn('request', reply(yield* listener.accept(), answer));
  } finally {
    listener.close();
  }
}

function* reply(connection: Connection, answer: (request: string) => string | undefined): Process {
  const request = yield* connection.receive();
  const text = request === undefined ? undefined : answer(request);
  if (text !== undefined) connection.send(text);
  connection.close();
}
