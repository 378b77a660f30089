/**
 * nslookup of busybox up to 1.28: it asks the C library, so the search list is tried for each name,
 * and it names the addresses that it finds.
 *
 * Models networking/nslookup.c of busybox 1.28, print_host and server_print.
 */
import { reverseName } from '#cluster/node/os/dns-message';
import type { NetworkNamespace } from '#cluster/node/os/sockets';
import type { Process } from '#sim/simulation';
import type { Program } from '../../program.ts';
import { ask, type ResolverConfig, readResolvConf, resolve } from './resolver.ts';
import { networkOf } from './sockets.ts';

export const oldNslookup: Program = function* (context) {
  const [name] = context.argv.slice(1);
  const network = networkOf(context);
  if (network === undefined) return 1;
  if (name === undefined) {
    context.err('BusyBox v1.28.4 multi-call binary.\n\nUsage: nslookup [HOST] [SERVER]\n');
    return 1;
  }
  const config = readResolvConf(context);
  const [server = ''] = config.servers;
  const lines = yield* named(network, config, [server]);
  context.out(`Server:    ${server}\n${lines}\n`);
  const addresses = yield* resolve(context, network, name);
  if (addresses === undefined) {
    context.err(`nslookup: can't resolve '${name}'\n`);
    return 1;
  }
  context.out(`Name:      ${name}\n${yield* named(network, config, addresses)}`);
  return 0;
};

/** `Address 1: 10.96.0.10 kube-dns.kube-system.svc.cluster.local`, a line for each address. */
function* named(
  network: NetworkNamespace,
  config: ResolverConfig,
  addresses: readonly string[],
): Process<string> {
  let text = '';
  for (const [index, address] of addresses.entries()) {
    const answers = yield* ask(network, config, reverseName(address), ['PTR']);
    const name = answers?.[0]?.answer?.records.find(({ type }) => type === 'PTR')?.data;
    text += `Address ${index + 1}: ${[address, ...(name === undefined ? [] : [name])].join(' ')}\n`;
  }
  return text;
}
