/**
 * Emits a fact for each hop of a packet, at the hop's time. All hops of a packet share one number.
 */
import { type Process, sleep } from '#sim/simulation';
import type { NetworkHost } from './network-host.ts';
import { packetText } from './packet.ts';
import type { Walk } from './walk.ts';

/** Takes the walk's `delay`; returns the number, which is the fact of the first hop. */
export function* traceWalk({ env }: NetworkHost, { hops, delay }: Walk): Process<number> {
  let first = 0;
  let passed = 0;
  for (const { kernel, namespace, hop, packet, rules, params, after } of hops) {
    if (after > passed) yield* sleep(after - passed);
    passed = after;
    const id = env.tracer.emit({
      type: 'PacketHop',
      component: kernel.component,
      packet: first,
      hop,
      namespace,
      addresses: packetText(packet),
      rules,
      params,
    });
    if (first === 0) first = id;
  }
  if (delay > passed) yield* sleep(delay - passed);
  return first;
}
