/**
 * nc: bytes over TCP, or one datagram with `-u`. `-l -p PORT`, `-k`, `-z`, `-v`, `-w SECONDS`; not
 * `-e PROGRAM`.
 */
import { type Duration, second } from '#base/sim-time';
import type { Connection, NetworkNamespace, SocketAddress } from '#cluster/node/os/sockets';
import type { Process } from '#sim/simulation';
import type { ProcessContext, Program } from '../../program.ts';
import { resolve } from './resolver.ts';
import { errorText, networkOf, readOptions } from './sockets.ts';

export const nc: Program = function* (context) {
  const { options, operands } = readOptions(context.argv.slice(1), 'pwieos');
  const network = networkOf(context);
  if (network === undefined) return 1;
  if (options.has('e')) {
    context.err('nc: -e is not simulated\n');
    return 1;
  }
  if (options.has('l')) {
    const port = Number(options.get('p') ?? operands.at(-1) ?? 0);
    const listening = network.listen(port);
    if (!listening.ok) {
      context.err(`nc: bind: ${errorText[listening.error]}\n`);
      return 1;
    }
    try {
      for (;;) {
        const code = yield* talk(context, yield* listening.value.accept());
        if (!options.has('k')) return code;
      }
    } finally {
      listening.value.close();
    }
  }
  const [host = '', port = ''] = operands;
  const [ip] = (yield* resolve(context, network, host)) ?? [];
  if (ip === undefined) {
    context.err(`nc: bad address '${host}'\n`);
    return 1;
  }
  const wait = options.get('w');
  if (options.has('u')) {
    const longest = wait === undefined ? undefined : Number(wait) * second;
    return yield* exchange(context, network, { ip, port: Number(port) }, longest);
  }
  const timeout = wait === undefined ? {} : { timeout: Number(wait) * second };
  const connected = yield* network.connect({ ip, port: Number(port) }, timeout);
  if (!connected.ok) {
    const timedOut = connected.error === 'ETIMEDOUT' && wait !== undefined;
    const remote = `can't connect to remote host (${ip}): ${errorText[connected.error]}`;
    context.err(`nc: ${timedOut ? 'timed out' : remote}\n`);
    return 1;
  }
  if (options.has('v')) context.err(`${host} (${ip}:${port}) open\n`);
  if (options.has('z')) {
    connected.value.close();
    return 0;
  }
  return yield* talk(context, connected.value);
};

/** Sends its standard input as a datagram and prints what comes back, until nothing does. */
function* exchange(
  { readStdin, out }: ProcessContext,
  network: NetworkNamespace,
  to: SocketAddress,
  longest: Duration | undefined,
): Process<number> {
  const bound = network.bindUdp(0);
  if (!bound.ok) return 1;
  try {
    const text = readStdin();
    if (text !== '') bound.value.send(to, text);
    for (;;) {
      const datagram = yield* bound.value.receive(longest);
      if (datagram === undefined) return 0;
      if (typeof datagram === 'string') return 1;
      if (typeof datagram.payload === 'string') out(datagram.payload);
    }
  } finally {
    bound.value.close();
  }
}

/**
 * Sends its standard input and then closes its side; prints what it receives until the other side
 * closes.
 */
function* talk({ readStdin, out }: ProcessContext, connection: Connection): Process<number> {
  try {
    const text = readStdin();
    if (text !== '') connection.send(text);
    connection.close();
    for (;;) {
      const data = yield* connection.receive();
      if (data === undefined) return 0;
      out(data);
    }
  } finally {
    connection.close();
  }
}
