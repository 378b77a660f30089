/** busybox ip: what the network namespace of the process looks like. */
import type { Program } from '../../program.ts';
import { networkOf } from './sockets.ts';

const objects = ['addr', 'route', 'neigh', 'link'] as const;
const longNames: Readonly<Record<string, string>> = { addr: 'address', neigh: 'neighbor' };

export const ip: Program = function* (context) {
  const network = networkOf(context);
  if (network === undefined) return 1;
  const [asked = '', command = 'show'] = context.argv.slice(1).filter((word) => word !== '-4');
  const what = objects.find((name) => asked !== '' && (longNames[name] ?? name).startsWith(asked));
  if (what === undefined) {
    context.err(`ip: invalid argument '${asked}' to 'ip'\n`);
    return 1;
  }
  if (!'show list'.includes(command)) {
    context.err('ip: RTNETLINK answers: Operation not permitted\n');
    return 2;
  }
  for (const line of network.show(what)) context.out(`${line}\n`);
  return 0;
};
