/**
 * busybox nslookup: asks a DNS server and prints the answer. A name without a dot is looked up with
 * every domain of the search list, a name with a dot as it is.
 */
import { type DnsMessage, type DnsType, reverseName } from '#cluster/node/os/dns-message';
import type { Program } from '../../program.ts';
import { ask, readResolvConf } from './resolver.ts';
import { networkOf, readOptions } from './sockets.ts';

export const nslookup: Program = function* (context) {
  const words = context.argv.slice(1).map((word) => word.replace(/^-(query|type|q)=/, '--type='));
  const { options, operands } = readOptions(words, '');
  const network = networkOf(context);
  if (network === undefined) return 1;
  const [name, server] = operands;
  if (name === undefined) {
    context.err('BusyBox v1.36 multi-call binary.\n\nUsage: nslookup [-type=TYPE] HOST [SERVER]\n');
    return 1;
  }
  const found = readResolvConf(context);
  const config = server === undefined ? found : { ...found, servers: [server] };
  const [at = ''] = config.servers;
  const isIp = /^\d+\.\d+\.\d+\.\d+$/.test(name);
  const asked = options.get('type')?.toUpperCase() as DnsType | undefined;
  const types: readonly DnsType[] = asked !== undefined ? [asked] : isIp ? ['PTR'] : ['A', 'AAAA'];
  const isWhole = isIp || name.includes('.') || config.search.length === 0;
  const names = isWhole
    ? [isIp ? reverseName(name) : name.replace(/\.$/, '')]
    : config.search.map((domain) => `${name}.${domain}`);
  let text = `Server:\t\t${at}\nAddress:\t${at}:53\n\n`;
  let failed = false;
  for (const type of types) {
    for (const full of names) {
      const answers = yield* ask(network, config, full, [type]);
      if (answers === undefined) {
        context.err(';; connection timed out; no servers could be reached\n\n');
        return 1;
      }
      const [message] = answers;
      if (message === undefined) continue;
      failed ||= message.answer?.rcode !== 'NOERROR';
      text += `${described(message)}\n`;
    }
  }
  context.out(text);
  return failed ? 1 : 0;
};

function described({ question, answer }: DnsMessage): string {
  const { name } = question;
  if (answer === undefined || answer.rcode !== 'NOERROR') {
    return `** server can't find ${name}: ${answer?.rcode ?? 'SERVFAIL'}\n`;
  }
  const title = answer.authoritative ? '' : 'Non-authoritative answer:\n';
  // Nothing is printed for a name that exists but has no such record.
  return title + answer.records.map(recordText).join('');
}

function recordText({ name, type, data }: { name: string; type: DnsType; data: string }): string {
  switch (type) {
    case 'CNAME':
      return `${name}\tcanonical name = ${data}\n`;
    case 'PTR':
      return `${name}\tname = ${data}\n`;
    case 'SRV':
      return `${name}\tservice = ${data}\n`;
    case 'TXT':
      return `${name}\ttext = "${data}"\n`;
    default:
      return `Name:\t${name}\nAddress: ${data}\n`;
  }
}
