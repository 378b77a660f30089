/**
 * busybox ping: one echo request a second. `-c COUNT`, `-W SECONDS`, `-w SECONDS`, `-i SECONDS`,
 * `-q`.
 */
import { second, seconds } from '#base/sim-time';
import { type Process, sleep } from '#sim/simulation';
import type { ProcessContext, Program } from '../../program.ts';
import { resolve } from './resolver.ts';
import { networkOf, readOptions } from './sockets.ts';

const dataBytes = 56;
const headerBytes = 8;
const defaultWait = 10;

export const ping: Program = function* (context) {
  const { options, operands } = readOptions(context.argv.slice(1), 'csIWwtipA');
  const network = networkOf(context);
  if (network === undefined) return 1;
  const [host = ''] = operands;
  const [ip] = (yield* resolve(context, network, host)) ?? [];
  if (ip === undefined) {
    context.err(`ping: bad address '${host}'\n`);
    return 1;
  }
  context.out(`PING ${host} (${ip}): ${dataBytes} data bytes\n`);
  const count = Number(options.get('c') ?? Number.POSITIVE_INFINITY);
  const wait = seconds(Number(options.get('W') ?? options.get('w') ?? defaultWait));
  const interval = seconds(Number(options.get('i') ?? 1));
  const times: number[] = [];
  let sent = 0;
  for (; sent < count; sent++) {
    if (sent > 0) yield* sleep(interval);
    const answer = yield* network.ping(ip, Math.min(wait, defaultWait * second));
    if (!answer.ok) continue;
    const { time, ttl } = answer.value;
    times.push(time);
    const text = `${dataBytes + headerBytes} bytes from ${ip}: seq=${sent} ttl=${ttl}`;
    if (!options.has('q')) context.out(`${text} time=${milliseconds(time)} ms\n`);
  }
  return yield* report(context, host, sent, times);
};

const milliseconds = (time: number): string => (time / 1000).toFixed(3);

function* report(
  { out }: ProcessContext,
  host: string,
  sent: number,
  times: readonly number[],
): Process<number> {
  const lost = Math.trunc(((sent - times.length) * 100) / sent);
  out(`\n--- ${host} ping statistics ---\n`);
  const received = `${sent} packets transmitted, ${times.length} packets received`;
  out(`${received}, ${lost}% packet loss\n`);
  if (times.length === 0) return 1;
  const mean = times.reduce((sum, time) => sum + time, 0) / times.length;
  const range = [Math.min(...times), mean, Math.max(...times)].map(milliseconds);
  out(`round-trip min/avg/max = ${range.join('/')} ms\n`);
  return 0;
}
