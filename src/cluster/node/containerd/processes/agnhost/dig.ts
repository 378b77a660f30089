/**
 * dig of the agnhost image: one question to the name servers of /etc/resolv.conf, or to `@ADDRESS`.
 * `+short`, `+search`, `+noall +answer`, `-x ADDRESS`, a type after the name. `+tcp` asks over UDP,
 * too.
 */
import { type DnsMessage, type DnsType, reverseName } from '#cluster/node/os/dns-message';
import { ask, candidates, readResolvConf } from '../applets/network/resolver.ts';
import { networkOf } from '../applets/network/sockets.ts';
import type { Program } from '../program.ts';

const types: readonly DnsType[] = ['A', 'AAAA', 'CNAME', 'PTR', 'SRV', 'TXT', 'NS', 'MX', 'ANY'];

/** Types whose data ends with a name, which is shown as an absolute one. */
const withNames: ReadonlySet<DnsType> = new Set(['CNAME', 'PTR', 'SRV', 'NS', 'MX']);

export const dig: Program = function* (context) {
  const network = networkOf(context);
  if (network === undefined) return 9;
  const words = context.argv.slice(1);
  const flags = new Set(words.filter((word) => word.startsWith('+')));
  const server = words.find((word) => word.startsWith('@'))?.slice(1);
  const reverse = words.indexOf('-x');
  const plain = words.filter((word, at) => !/^[+@-]/.test(word) && words[at - 1] !== '-x');
  const type = types.find((known) => plain.includes(known)) ?? (reverse < 0 ? 'A' : 'PTR');
  const [name = '.'] = plain.filter((word) => word !== type);
  const asked = reverse < 0 ? name : reverseName(words[reverse + 1] ?? '');
  const config = readResolvConf(context);
  const servers = server === undefined ? config.servers : [server];
  const names = flags.has('+search') ? candidates(asked, config) : [asked.replace(/\.$/, '')];
  let message: DnsMessage | undefined;
  for (const candidate of names) {
    const answers = yield* ask(network, { ...config, servers }, candidate, [type]);
    if (answers === undefined) {
      context.out(';; no servers could be reached\n');
      return 9;
    }
    message = answers[0];
    if (message?.answer?.rcode === 'NOERROR' && message.answer.records.length > 0) break;
  }
  const records = message?.answer?.records ?? [];
  const isShort = flags.has('+short');
  for (const record of records) {
    const data = withNames.has(record.type) ? `${record.data}.` : record.data;
    const line = `${record.name}.\t${record.ttl}\tIN\t${record.type}\t${data}`;
    context.out(`${isShort ? data : line}\n`);
  }
  return 0;
};
