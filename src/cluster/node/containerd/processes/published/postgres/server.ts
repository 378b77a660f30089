/**
 * The server of the published postgres image, with its start script: it wants a password, makes its
 * data once, logs in its words, and keeps its tables over a restart of the container.
 *
 * Models docker-entrypoint.sh and what a server of a small database writes. Signals: INT and TERM
 * end it.
 */
import { ms } from '#base/sim-time';
import type { Connection, Listener } from '#cluster/node/os/sockets';
import type { Process } from '#sim/simulation';
import { errorText, networkOf } from '../../applets/network/sockets.ts';
import { type ProcessContext, type Program, timeOnCpu } from '../../program.ts';
import { logTime } from '../log-time.ts';
import { notHere } from '../own-words.ts';
import { type Answer, LineReader, type StartUp, sendLine, startUpOf } from './protocol.ts';
import { readLine } from './read-line.ts';
import { fullVersion, Tables } from './sql.ts';

const initTime = ms(900);
const startTime = ms(60);
const answerTime = ms(0.2);
const memory = 45 * 2 ** 20;
const port = 5432;
const socket = '/var/run/postgresql/.s.PGSQL.5432';

const noPassword = `Error: Database is uninitialized and superuser password is not specified.
       You must specify POSTGRES_PASSWORD to a non-empty value for the
       superuser. For example, "-e POSTGRES_PASSWORD=password" on "docker run".

       You may also use "POSTGRES_HOST_AUTH_METHOD=trust" to allow all
       connections without a password. This is *not* recommended.

       See PostgreSQL documentation about "trust":
       https://www.postgresql.org/docs/current/auth-trust.html
`;

const found = `
PostgreSQL Database directory appears to contain a database; Skipping initialization

`;

const initialized = (
  data: string,
): string => `The files belonging to this database system will be owned by user "postgres".
This user must also own the server process.

The database cluster will be initialized with locale "en_US.utf8".
The default database encoding has accordingly been set to "UTF8".
The default text search configuration will be set to "english".

fixing permissions on existing directory ${data} ... ok
creating subdirectories ... ok
selecting dynamic shared memory implementation ... posix
selecting default "max_connections" ... 100
selecting default "shared_buffers" ... 128MB
selecting default time zone ... Etc/UTC
creating configuration files ... ok
running bootstrap script ... ok
performing post-bootstrap initialization ... ok
syncing data to disk ... ok


Success. You can now start the database server using:

    pg_ctl -D ${data} -l logfile start

`;

const complete = `
PostgreSQL init process complete; ready for start up.

`;

interface Server {
  readonly tables: Tables;
  readonly file: string;
  readonly superuser: string;
  readonly database: string;
  readonly password: string;
  readonly trusts: boolean;
}

/** `postgres`, as the start script runs it. */
export const postgresServer = (version: string): Program =>
  function* (context) {
    const { env, files, out, err } = context;
    const data = env.get('PGDATA') ?? '/var/lib/postgresql/data';
    const password = env.get('POSTGRES_PASSWORD') ?? '';
    const trusts = env.get('POSTGRES_HOST_AUTH_METHOD') === 'trust';
    const superuser = env.get('POSTGRES_USER') || 'postgres';
    const file = `${data}/podyssey.json`;
    for (const word of context.argv.slice(1)) notHere(context, 'postgres', `${word} has no effect`);
    const before = files.read(`${data}/PG_VERSION`);
    if (before === undefined) {
      if (password === '' && !trusts) {
        err(noPassword);
        return 1;
      }
      yield timeOnCpu(context, initTime);
      out(initialized(data));
      files.makeDirectory(data);
      const failed = files.write(`${data}/PG_VERSION`, `${version.split('.')[0]}\n`);
      if (failed !== undefined) {
        err(`initdb: error: could not access directory "${data}": ${failed}\n`);
        return 1;
      }
      files.write(file, '[]');
      out(complete);
    } else out(found);
    const tables = new Tables(version);
    if (!tables.load(files.read(file) ?? '[]')) {
      log(context, `could not read the tables in "${file}"`, 'PANIC');
      return 1;
    }
    const database = env.get('POSTGRES_DB') || superuser;
    const server = { tables, file, superuser, database, password, trusts };
    return yield* listen(context, server, version);
  };

const log = (context: ProcessContext, text: string, level = 'LOG'): void => {
  const { year, monthNumber, day, clock, micros } = logTime(context);
  const when = `${year}-${monthNumber}-${day} ${clock}.${micros.slice(0, 3)} UTC`;
  context.err(`${when} [${context.pid ?? 1}] ${level}:  ${text}\n`);
};

function* listen(context: ProcessContext, server: Server, version: string): Process<number> {
  const network = networkOf(context);
  if (network === undefined) return 1;
  log(context, `starting ${fullVersion(version)}`);
  const listening = network.listen(port);
  if (!listening.ok) {
    log(context, `could not bind IPv4 address "0.0.0.0": ${errorText[listening.error]}`);
    log(context, 'could not create any TCP/IP sockets', 'FATAL');
    return 1;
  }
  context.allocate?.(memory);
  log(context, `listening on IPv4 address "0.0.0.0", port ${port}`);
  log(context, `listening on Unix socket "${socket}"`);
  yield timeOnCpu(context, startTime);
  log(context, 'database system is ready to accept connections');
  const { sim, signals } = context;
  const accepting = sim.spawn('postgres accept', accept(context, listening.value, server));
  try {
    signals.handled.add('SIGINT').add('SIGTERM').add('SIGQUIT');
    let signal = signals.take();
    for (; signal === undefined; signal = signals.take()) yield* signals.arrived.wait();
    const kind = { SIGINT: 'fast', SIGTERM: 'smart' }[signal as string] ?? 'immediate';
    log(context, `received ${kind} shutdown request`);
    log(context, 'database system is shut down');
    return 0;
  } finally {
    accepting.cancel();
    listening.value.close();
  }
}

function* accept(context: ProcessContext, listener: Listener, server: Server): Process {
  for (;;) {
    const connection = yield* listener.accept();
    context.sim.spawn('postgres backend', converse(context, connection, server));
  }
}

function* converse(context: ProcessContext, connection: Connection, server: Server): Process {
  const lines = new LineReader(connection);
  const answer = (value: Answer): void => sendLine(connection, value);
  try {
    const start = startUpOf(yield* lines.next());
    if (start === undefined) return;
    const message = refusalOf(start, server);
    if (message !== undefined) {
      log(context, message, 'FATAL');
      answer({ kind: 'fatal', message });
      return;
    }
    answer({ kind: 'ready' });
    for (let line = yield* lines.next(); line !== undefined; line = yield* lines.next()) {
      yield timeOnCpu(context, answerTime);
      const statement = readLine(line);
      if (typeof statement !== 'string') return;
      const result = server.tables.run(statement, start);
      if (result.kind === 'error') {
        log(context, result.message, 'ERROR');
        log(context, statement, 'STATEMENT');
      } else if (result.kind === 'tag') context.files.write(server.file, server.tables.dump());
      answer(result);
    }
  } finally {
    connection.close();
  }
}

/** Roles and databases besides the first ones are not modelled. */
function refusalOf(start: StartUp, server: Server): string | undefined {
  const { user, database, password, local } = start;
  if (!local && !server.trusts && password !== server.password) {
    return `password authentication failed for user "${user}"`;
  }
  if (user !== server.superuser) return `role "${user}" does not exist`;
  const known = [server.database, 'postgres', 'template1'];
  return known.includes(database) ? undefined : `database "${database}" does not exist`;
}
