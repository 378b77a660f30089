/**
 * Resolves names as the C library does: /etc/hosts, then the servers of /etc/resolv.conf with its
 * search list and ndots. Models glibc's getaddrinfo and res_search.
 */
import { type Duration, second } from '#base/sim-time';
import type { DnsMessage, DnsQuestion, DnsType } from '#cluster/node/os/dns-message';
import type { NetworkNamespace } from '#cluster/node/os/sockets';
import type { Process } from '#sim/simulation';
import type { ProcessContext } from '../../program.ts';

export interface ResolverConfig {
  readonly servers: readonly string[];
  readonly search: readonly string[];
  readonly ndots: number;
  readonly timeout: Duration;
  readonly attempts: number;
}

const dnsPort = 53;
const defaultNdots = 1;
const isAddress = (text: string): boolean => /^\d+\.\d+\.\d+\.\d+$/.test(text);

export function readResolvConf({ files }: ProcessContext): ResolverConfig {
  const lines = (files.read('/etc/resolv.conf') ?? '').split('\n').map((line) => line.split(/\s+/));
  const values = (key: string): readonly string[] =>
    lines.filter(([first]) => first === key).flatMap((words) => words.slice(1).filter(Boolean));
  const option = (key: string): number | undefined => {
    const found = values('options').find((text) => text.startsWith(`${key}:`));
    return found === undefined ? undefined : Number(found.slice(key.length + 1));
  };
  const servers = values('nameserver');
  return {
    servers: servers.length === 0 ? ['127.0.0.1'] : servers,
    search: values('search'),
    ndots: option('ndots') ?? defaultNdots,
    timeout: (option('timeout') ?? 5) * second,
    attempts: option('attempts') ?? 2,
  };
}

/** The names to look up, in order. */
export function candidates(name: string, { search, ndots }: ResolverConfig): readonly string[] {
  if (name.endsWith('.')) return [name.slice(0, -1)];
  const dots = name.split('.').length - 1;
  const searched = search.map((domain) => `${name}.${domain}`);
  return dots >= ndots ? [name, ...searched] : [...searched, name];
}

/** IPv4 addresses of a name; `undefined`: none was found. */
export function* resolve(
  context: ProcessContext,
  network: NetworkNamespace,
  name: string,
): Process<readonly string[] | undefined> {
  if (isAddress(name)) return [name];
  const known = fromHosts(context, name);
  if (known !== undefined) return [known];
  const config = readResolvConf(context);
  for (const candidate of candidates(name, config)) {
    const answers = yield* ask(network, config, candidate, ['A', 'AAAA']);
    // No server answers: further names would not help.
    if (answers === undefined) return undefined;
    const [ipv4] = answers;
    const found = (ipv4?.answer?.records ?? []).filter(({ type }) => type === 'A');
    if (found.length > 0) return found.map(({ data }) => data);
  }
  return undefined;
}

function fromHosts({ files }: ProcessContext, name: string): string | undefined {
  for (const line of (files.read('/etc/hosts') ?? '').split('\n')) {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().split(/\s+/);
    if (names.includes(name) && isAddress(address)) return address;
  }
  return undefined;
}

/**
 * Asks for several types of one name at once, one server after another. Returns the answers in
 * the order of the types; `undefined`: no server answered.
 */
export function* ask(
  network: NetworkNamespace,
  { servers, timeout, attempts }: ResolverConfig,
  name: string,
  types: readonly DnsType[],
): Process<readonly DnsMessage[] | undefined> {
  for (let attempt = 0; attempt < attempts; attempt++) {
    for (const ip of servers) {
      const questions = types.map((type) => ({ name, type }));
      const answers = yield* exchange(network, ip, questions, timeout);
      if (answers !== undefined) return answers;
    }
  }
  return undefined;
}

/** Sends one datagram for each question and collects the answers. */
function* exchange(
  network: NetworkNamespace,
  ip: string,
  questions: readonly DnsQuestion[],
  timeout: Duration,
): Process<readonly DnsMessage[] | undefined> {
  const bound = network.bindUdp(0);
  if (!bound.ok) return undefined;
  const socket = bound.value;
  try {
    questions.forEach((question, id) => {
      const message: DnsMessage = { id, question };
      // The second question of a pair takes the same path as the first, so it leaves no facts of
      // its own.
      socket.send({ ip, port: dnsPort }, message, { quiet: id > 0 });
    });
    const answers: DnsMessage[] = [];
    for (let left = questions.length; left > 0; left--) {
      const datagram = yield* socket.receive(timeout);
      if (datagram === undefined || typeof datagram === 'string') return undefined;
      const message = datagram.payload as DnsMessage;
      answers[message.id] = message;
    }
    return answers;
  } finally {
    socket.close();
  }
}
