/** `getent hosts NAME …`: the address of each name, as the C library finds it. */
import { resolve } from '../applets/network/resolver.ts';
import { networkOf } from '../applets/network/sockets.ts';
import type { Program } from '../program.ts';

export const getent: Program = function* (context) {
  const [, database = '', ...names] = context.argv;
  if (database !== 'hosts' && database !== 'ahosts') {
    context.err(`podyssey: getent ${database} is not simulated\n`);
    return 1;
  }
  const network = networkOf(context);
  if (network === undefined) return 2;
  let code = 0;
  for (const name of names) {
    const [address] = (yield* resolve(context, network, name)) ?? [];
    if (address === undefined) code = 2;
    else context.out(`${address.padEnd(15)} ${name}\n`);
  }
  return code;
};
