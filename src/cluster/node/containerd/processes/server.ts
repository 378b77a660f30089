/**
 * A server as the image's data describe it: it takes its memory, listens on its ports, prints its
 * first log lines and answers HTTP with one page, or holds connections open when its protocol is
 * not modelled. SIGTERM ends it, with exit code 0.
 *
 * In: `ServerConfig`. Out: a program.
 */
import { ms } from '#base/sim-time';
import type { ServerConfig } from '#cluster/config/cluster-config';
import type { Connection, Listener } from '#cluster/node/os/sockets';
import type { Process } from '#sim/simulation';
import { hostnameOf } from './agnhost/netexec.ts';
import { errorText, networkOf } from './applets/network/sockets.ts';
import { type ProcessContext, type Program, timeOnCpu } from './program.ts';

const startTime = ms(40);
const answerTime = ms(0.4);

/** The program that `server` describes. */
export const serverProgram = (server: ServerConfig): Program =>
  function* (context) {
    const { env, err, out, allocate } = context;
    const { requires } = server;
    if (requires?.anyOf.every((name) => (env.get(name) ?? '') === '') === true) {
      err(`${requires.orSays}\n`);
      return 1;
    }
    allocate?.(server.memoryBytes);
    yield timeOnCpu(context, startTime);
    if (server.ports.length > 0 && !listenOnAll(context, server)) return 1;
    for (const line of server.startUp) out(`${line}\n`);
    return server.ports.length === 0 ? 0 : yield* untilSignal(context);
  };

function listenOnAll(context: ProcessContext, server: ServerConfig): boolean {
  const network = networkOf(context);
  if (network === undefined) return false;
  for (const port of server.ports) {
    const listening = network.listen(port);
    if (!listening.ok) {
      context.err(`bind 0.0.0.0:${port}: ${errorText[listening.error]}\n`);
      return false;
    }
    context.sim.spawn(`${server.executable} :${port}`, serve(context, listening.value, server));
  }
  return true;
}

function* serve(context: ProcessContext, listener: Listener, server: ServerConfig): Process {
  try {
    for (;;) {
      const connection = yield* listener.accept();
      context.sim.spawn(`${server.executable} request`, answer(context, connection, server));
    }
  } finally {
    listener.close();
  }
}

function* answer(context: ProcessContext, connection: Connection, server: ServerConfig): Process {
  const request = yield* connection.receive();
  if (request === undefined || server.page === undefined) return;
  yield timeOnCpu(context, answerTime);
  const page = server.page.replaceAll('{hostname}', hostnameOf(context));
  const head = `HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: ${page.length}`;
  connection.send(`${head}\r\n\r\n${page}`);
  connection.close();
}

function* untilSignal({ signals }: ProcessContext): Process<number> {
  signals.handled.add('SIGTERM').add('SIGINT');
  while (signals.take() === undefined) yield* signals.arrived.wait();
  return 0;
}
