/**
 * HTTP over the sockets of a node, for programs that answer requests and pass them on: one message
 * in each direction of a connection.
 */
import type { Duration } from '#base/sim-time';
import type { Process, Simulation } from '#sim/simulation';
import { headersEnd, isWholeMessage } from './http-message.ts';
import type { Connection, NetworkNamespace, SocketAddress, SocketError } from './sockets.ts';

/**
 * Answers at a port until the process ends, each connection in a process of its own; returns at
 * once when the port is taken.
 */
export function* serveConnections(
  sim: Simulation,
  network: NetworkNamespace,
  port: number,
  answer: (connection: Connection) => Process,
): Process {
  const listening = network.listen(port);
  if (!listening.ok) return;
  try {
    for (;;) {
      const connection = yield* listening.value.accept();
      sim.spawn('request', answer(connection));
    }
  } finally {
    listening.value.close();
  }
}

/**
 * One whole message; `undefined`: it broke off, or nothing came in time. `begun`: what has come of
 * it already; `isHead`: it answers HEAD, so nothing follows its head.
 */
export function* receiveMessage(
  connection: Connection,
  timeout?: Duration,
  begun = '',
  isHead = false,
): Process<string | undefined> {
  let text = begun;
  for (;;) {
    if (text !== '' && isWholeMessage(text, isHead)) return text;
    const more = yield* connection.receive(timeout);
    if (more === undefined) return text.includes(headersEnd) ? text : undefined;
    text += more;
  }
}

/**
 * Sends a request to a server. Returns its answer, or why there is none: no connection, a
 * connection that ended (`closed`), or silence for as long as `read` says.
 */
export function* askServer(
  network: NetworkNamespace,
  to: SocketAddress,
  request: string,
  timeouts: {
    readonly connect: Duration;
    readonly read?: Duration;
    /** No facts of its packets, for checks that never end. */
    readonly quiet?: boolean;
  },
): Process<{ readonly text: string } | { readonly error: SocketError | 'closed' }> {
  const { connect: timeout, quiet = false } = timeouts;
  const connected = yield* network.connect(to, { timeout, ...(quiet && { quiet }) });
  if (!connected.ok) return { error: connected.error };
  const connection = connected.value;
  connection.send(request);
  const isHead = request.startsWith('HEAD ');
  const text = yield* receiveMessage(connection, timeouts.read, '', isHead);
  const isOver = connection.ended;
  connection.close();
  return text === undefined ? { error: isOver ? 'closed' : 'ETIMEDOUT' } : { text };
}
