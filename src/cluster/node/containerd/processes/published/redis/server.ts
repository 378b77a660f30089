/**
 * redis-server: keeps keys in memory, answers over RESP, and writes them to /data when it ends.
 *
 * Models the start, the shutdown and the snapshot of src/server.c and src/rdb.c: the file is found
 * again after a restart. Signals: TERM and INT save and end.
 */
import { ms, runEpoch, type SimTime, second } from '#base/sim-time';
import type { Connection, Listener } from '#cluster/node/os/sockets';
import type { Process } from '#sim/simulation';
import { errorText, networkOf } from '../../applets/network/sockets.ts';
import { absolute, type ProcessContext, type Program, timeOnCpu } from '../../program.ts';
import { logTime } from '../log-time.ts';
import { encodeReply, parseRequest } from './resp.ts';
import { Store } from './store.ts';

const startTime = ms(9);
const answerTime = ms(0.02);
const memory = 9 * 2 ** 20;
const snapshot = 'dump.rdb';
/** Magic and version, as a real file begins; the rest is this simulation's own. */
const magic = 'REDIS0013';

/** `01 Jan 2026 00:00:05.123` */
function redisTime(context: ProcessContext): string {
  const { day, month, year, clock, micros } = logTime(context);
  return `${day} ${month} ${year} ${clock}.${micros.slice(0, 3)}`;
}

const now = ({ clock, sim }: ProcessContext): SimTime => clock?.() ?? sim.now;

/** The program of a version. */
export const redisServer = (version: string): Program =>
  function* (context) {
    const { argv, out, err, pid = 1 } = context;
    const say = (role: 'C' | 'M', level: '*' | '#', text: string): void =>
      out(`${pid}:${role} ${redisTime(context)} ${level} ${text}\n`);
    if (argv.some((word) => word === '-v' || word === '--version')) {
      out(`Redis server v=${version} sha=00000000:1 malloc=jemalloc-5.3.0 bits=64 build=0\n`);
      return 0;
    }
    const port = portOf(argv);
    for (const word of argv.slice(1)) {
      if (word === '--port' || word === String(port)) continue;
      err(`podyssey: redis is simulated: ${word} has no effect\n`);
    }
    say('C', '*', 'oO0OoO0OoO0Oo Redis is starting oO0OoO0OoO0Oo');
    const build = 'bits=64, commit=00000000, modified=1';
    say('C', '*', `Redis version=${version}, ${build}, pid=${pid}, just started`);
    say(
      'C',
      '#',
      'Warning: no config file specified, using the default config. In order to specify a config ' +
        'file use redis-server /path/to/redis.conf',
    );
    yield timeOnCpu(context, startTime);
    const network = networkOf(context);
    if (network === undefined) return 1;
    const listening = network.listen(port);
    if (!listening.ok) {
      const why = errorText[listening.error];
      say(
        'M',
        '#',
        `Warning: Could not create server TCP listening socket *:${port}: bind: ${why}`,
      );
      say('M', '#', 'Failed listening on port 6379 (tcp), aborting.');
      return 1;
    }
    context.allocate?.(memory);
    const store = new Store(() => now(context));
    say('M', '*', 'monotonic clock: POSIX clock_gettime');
    say('M', '*', `Running mode=standalone, port=${port}.`);
    say('M', '*', 'Server initialized');
    if (!loadSnapshot(context, store, say)) return 1;
    say('M', '*', 'Ready to accept connections tcp');
    return yield* serve(context, listening.value, store, say);
  };

type Say = (role: 'C' | 'M', level: '*' | '#', text: string) => void;

function portOf(argv: readonly string[]): number {
  const at = argv.indexOf('--port');
  return at < 0 ? 6379 : Number(argv[at + 1]) || 6379;
}

function loadSnapshot(context: ProcessContext, store: Store, say: Say): boolean {
  const text = context.files.read(absolute(context, snapshot));
  if (text === undefined) return true;
  if (!text.startsWith(magic) || !store.load(text.slice(magic.length))) {
    say('M', '#', 'Wrong signature trying to load DB from file');
    return false;
  }
  say('M', '*', `Done loading RDB, keys loaded: ${store.size}, keys expired: 0.`);
  say('M', '*', 'DB loaded from disk: 0.000 seconds');
  return true;
}

function* serve(
  context: ProcessContext,
  listener: Listener,
  store: Store,
  say: Say,
): Process<number> {
  const { sim, signals, pid = 1, out } = context;
  const accepting = sim.spawn('redis accept', accept(context, listener, store));
  try {
    signals.handled.add('SIGTERM').add('SIGINT');
    let signal = signals.take();
    for (; signal === undefined; signal = signals.take()) yield* signals.arrived.wait();
    const moment = Math.floor((runEpoch + now(context)) / second);
    out(`${pid}:signal-handler (${moment}) Received ${signal} scheduling shutdown...\n`);
    say('M', '*', 'User requested shutdown...');
    say('M', '*', 'Saving the final RDB snapshot before exiting.');
    const error = context.files.write(absolute(context, snapshot), magic + store.dump());
    if (error !== undefined) {
      say('M', '#', `Error trying to save the DB, can't exit: ${error}`);
      return 1;
    }
    say('M', '*', 'DB saved on disk');
    say('M', '#', 'Redis is now ready to exit, bye bye...');
    return 0;
  } finally {
    accepting.cancel();
    listener.close();
  }
}

function* accept(context: ProcessContext, listener: Listener, store: Store): Process {
  for (;;) {
    const connection = yield* listener.accept();
    context.sim.spawn('redis client', converse(context, connection, store));
  }
}

function* converse(context: ProcessContext, connection: Connection, store: Store): Process {
  let stream = '';
  try {
    for (;;) {
      const more = yield* connection.receive();
      if (more === undefined) return;
      stream += more;
      for (;;) {
        const request = parseRequest(stream);
        if (request === undefined) break;
        stream = stream.slice(request.next);
        if (request.words.length === 0) continue;
        yield timeOnCpu(context, answerTime);
        connection.send(encodeReply(store.run(request.words)));
      }
    }
  } finally {
    connection.close();
  }
}
