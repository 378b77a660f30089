/** `/dial` of netexec: asks another server, over HTTP or UDP, as often as it is told. */
import { second } from '#base/sim-time';
import type { NetworkNamespace, SocketAddress } from '#cluster/node/os/sockets';
import type { Process } from '#sim/simulation';
import { resolve } from '../applets/network/resolver.ts';
import { networkOf } from '../applets/network/sockets.ts';
import type { ProcessContext } from '../program.ts';
import { getHttp, type HttpAnswer } from './http.ts';

const udpTimeout = 5 * second;
const mostTries = 1000;

type Answer = { readonly body: string } | { readonly error: string };

const refuse = (body: string): HttpAnswer => ({ code: 400, body: `${body}\n` });

export function* dial(
  context: ProcessContext,
  query: ReadonlyMap<string, string>,
): Process<HttpAnswer> {
  const value = (name: string): string => query.get(name) ?? '';
  const request = value('request');
  const protocol = value('protocol').toLowerCase() || 'http';
  const tries = Math.min(Number(value('tries') || 1), mostTries);
  if (Number.isNaN(tries)) return refuse('tries parameter is invalid. ');
  if (request === '') return refuse('request parameter not specified. <nil>');
  if (protocol !== 'http' && protocol !== 'udp') {
    return refuse(`unsupported protocol. ${protocol}`);
  }
  const network = networkOf(context);
  if (network === undefined) return refuse('no network');
  const host = value('host');
  const [ip] = (yield* resolve(context, network, host)) ?? [];
  if (ip === undefined) {
    return refuse(`host and/or port param are invalid. lookup ${host}: no such host`);
  }
  const to = { ip, port: Number(value('port')) };
  const answers: Answer[] = [];
  for (let turn = 0; turn < tries; turn++) {
    const ask =
      protocol === 'http' ? getHttp(network, to, `/${request}`) : askUdp(network, to, request);
    answers.push(yield* ask);
  }
  const responses = answers.flatMap((answer) => ('body' in answer ? [answer.body] : []));
  const errors = answers.flatMap((answer) => ('error' in answer ? [answer.error] : []));
  const last = answers.at(-1);
  return {
    body: JSON.stringify({
      ...(errors.length > 0 && { errors }),
      ...(last !== undefined && 'body' in last && last.body !== '' && { responses }),
    }),
  };
}

function* askUdp(network: NetworkNamespace, to: SocketAddress, request: string): Process<Answer> {
  const bound = network.bindUdp(0);
  if (!bound.ok) return { error: `udp dial failed. err:${bound.error}` };
  const socket = bound.value;
  socket.send(to, request);
  const got = yield* socket.receive(udpTimeout);
  socket.close();
  if (typeof got === 'object' && typeof got.payload === 'string') return { body: got.payload };
  const why = got === undefined ? 'i/o timeout' : 'read: connection refused';
  return { error: `reading from udp connection failed. err:'${why}'` };
}
