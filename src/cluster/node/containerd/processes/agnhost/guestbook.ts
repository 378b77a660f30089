/** `agnhost guestbook`: a store with replicas, and a front that asks them. */
import { second, seconds } from '#base/sim-time';
import { type Process, sleep } from '#sim/simulation';
import { resolve } from '../applets/network/resolver.ts';
import { networkOf } from '../applets/network/sockets.ts';
import type { ProcessContext } from '../program.ts';
import { flagsOf } from './flags.ts';
import { getHttp, type HttpAnswer, type HttpRequest, serveHttp } from './http.ts';
import { log } from './logging.ts';

const registerTimeout = 15 * second;

interface Guestbook {
  readonly context: ProcessContext;
  readonly backendPort: number;
  readonly store: Map<string, unknown>;
  readonly replicas: string[];
}

export function* guestbook(context: ProcessContext, words: readonly string[]): Process<number> {
  const flags = flagsOf(words);
  const backendPort = flags.number('backend-port', 6379);
  const book: Guestbook = { context, backendPort, store: new Map(), replicas: [] };
  const primary = flags.text('replicaof');
  const port = flags.number('http-port', 80);
  if (!serveHttp(context, port, (request) => answer(book, request))) return 1;
  if (primary !== '' && !(yield* register(book, primary))) {
    log(context, 'Timed out while registering to primary.');
    return 1;
  }
  for (;;) yield* context.signals.arrived.wait();
}

type Asked = { readonly body: string } | { readonly error: string };

function* ask({ context, backendPort }: Guestbook, host: string, target: string): Process<Asked> {
  const network = networkOf(context);
  if (network === undefined) return { error: 'no network' };
  const [ip] = (yield* resolve(context, network, host)) ?? [];
  if (ip === undefined) return { error: `lookup ${host}: no such host` };
  return yield* getHttp(network, { ip, port: backendPort }, `/${target}`);
}

/** Makes this one a replica, and takes over what the primary has. */
function* register(book: Guestbook, primary: string): Process<boolean> {
  const { context, store } = book;
  const end = context.sim.now + registerTimeout;
  while (context.sim.now < end) {
    const host = context.network?.address ?? '';
    const asked = yield* ask(book, primary, `register?host=${host}`);
    if ('body' in asked) {
      const { data } = JSON.parse(asked.body) as { readonly data: Record<string, unknown> };
      for (const [key, value] of Object.entries(data)) store.set(key, value);
      log(context, `Registered to node: ${primary}`);
      return true;
    }
    const why = `encountered error while registering to primary: ${asked.error}`;
    log(context, `${why}. Retrying in 1s.`);
    yield* sleep(seconds(1));
  }
  return false;
}

const refuse = (body: string, code: number): HttpAnswer => ({ code, body: `${body}\n` });
const json = (value: unknown): HttpAnswer => ({ body: JSON.stringify(value) });

function* answer(book: Guestbook, { path, query, target }: HttpRequest): Process<HttpAnswer> {
  const { store, replicas, context } = book;
  log(context, `GET ${target}`);
  const key = query.get('key') ?? '';
  switch (path) {
    case '/register':
      replicas.push(query.get('host') ?? '');
      return json({ data: Object.fromEntries(store) });
    case '/get':
      return json({ data: key === '' ? Object.fromEntries(store) : (store.get(key) ?? '') });
    case '/set':
      return yield* set(book, key, query.get('value') ?? '');
    case '/guestbook':
      return yield* front(book, query);
    default:
      return refuse('404 page not found', 404);
  }
}

function* set(book: Guestbook, key: string, value: string): Process<HttpAnswer> {
  if (key === '') return refuse('cannot set with empty key.', 400);
  book.store.set(key, value);
  for (const replica of book.replicas) {
    const asked = yield* ask(book, replica, `set?key=${key}&value=${value}`);
    if ('body' in asked) continue;
    const why = `encountered error while propagating to replica '${replica}': ${asked.error}`;
    return refuse(why, 417);
  }
  return json({ message: 'Updated' });
}

function* front(book: Guestbook, query: ReadonlyMap<string, string>): Process<HttpAnswer> {
  const command = (query.get('cmd') ?? '').toLowerCase();
  const [key = '', value = ''] = [query.get('key'), query.get('value')];
  if (command !== 'get' && command !== 'set') return refuse(`unsupported cmd: '${command}'`, 400);
  if (command === 'set' && key === '') return refuse('cannot set with empty key.', 400);
  const host = command === 'get' ? 'agnhost-replica' : 'agnhost-primary';
  const asked = yield* ask(book, host, `${command}?key=${key}&value=${value}`);
  return 'body' in asked ? { body: asked.body } : refuse(`encountered error: ${asked.error}`, 417);
}
