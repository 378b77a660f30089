/**
 * psql: runs the statements of `-c`, or each of its input, and prints tables as psql aligns them.
 * `-U`, `-h`, `-p`, `-d`, `-t`, `-A`; and pg_isready.
 */
import type { Connection } from '#cluster/node/os/sockets';
import type { Process } from '#sim/simulation';
import { resolve } from '../../applets/network/resolver.ts';
import { errorText, networkOf, readOptions } from '../../applets/network/sockets.ts';
import type { ProcessContext, Program } from '../../program.ts';
import { statementsOf } from '../expression.ts';
import { notHere } from '../own-words.ts';
import { answerOf, LineReader, type StartUp, sendLine } from './protocol.ts';
import type { Cell, Result } from './sql.ts';
import { given, type Statements, typedStatements } from './statements.ts';

const connectionFailed = 2;

interface Target {
  readonly host: string;
  readonly port: string;
  readonly start: StartUp;
}

function targetOf({ env, user }: ProcessContext, options: ReadonlyMap<string, string>): Target {
  const host = options.get('h') ?? env.get('PGHOST') ?? '';
  const own = (user?.uid ?? 0) === 0 ? 'root' : 'postgres';
  const name = options.get('U') ?? env.get('PGUSER') ?? own;
  const database = options.get('d') ?? env.get('PGDATABASE') ?? name;
  const password = env.get('PGPASSWORD') ?? '';
  const start = { user: name, database, password, local: host === '' };
  return { host, port: options.get('p') ?? '5432', start };
}

/** The program of a version. */
export const psql = (version: string): Program =>
  function* (context) {
    if (['-V', '--version'].includes(context.argv[1] ?? '')) {
      context.out(`psql (PostgreSQL) ${version} (Debian ${version}-1.pgdg13+2)\n`);
      return 0;
    }
    const { options, operands } = readOptions(context.argv.slice(1), 'cUhpdf');
    const unknown = [...options.keys()].find((name) => !'cUhpdtAqwX'.includes(name));
    if (unknown !== undefined) return notHere(context, 'psql', `the option ${unknown} is not`);
    const target = targetOf(context, new Map([...named(operands), ...options]));
    const text = options.get('c') ?? context.readStdin();
    const connection = yield* connect(context, target, 'psql: error: ');
    if (connection === undefined) return connectionFailed;
    try {
      const source =
        context.input === undefined || options.has('c')
          ? given(statementsOf(text, ';'))
          : typedStatements(context, context.input, target.start.database, version);
      return yield* talk(context, connection, target, source, options);
    } finally {
      connection.close();
    }
  };

/** `psql DATABASE USER`. */
const named = ([database, user]: readonly string[]): readonly [string, string][] => [
  ...(database === undefined ? [] : [['d', database] as [string, string]]),
  ...(user === undefined ? [] : [['U', user] as [string, string]]),
];

/** pg_isready: whether a server takes connections. */
export const pgIsReady: Program = function* (context) {
  const { options } = readOptions(context.argv.slice(1), 'Uhpdt');
  const target = targetOf(context, options);
  const quiet = { ...context, err: () => undefined };
  const connection = yield* connect(quiet, target, '');
  connection?.close();
  const where = target.host === '' ? '/var/run/postgresql' : target.host;
  context.out(
    `${where}:${target.port} - ${connection ? 'accepting connections' : 'no response'}\n`,
  );
  return connection === undefined ? 2 : 0;
};

function* connect(
  context: ProcessContext,
  { host, port }: Target,
  begin: string,
): Process<Connection | undefined> {
  const network = networkOf(context);
  if (network === undefined) return undefined;
  const to = `${begin}connection to server `;
  if (host === '') {
    const connected = yield* network.connect({ ip: '127.0.0.1', port: Number(port) });
    if (connected.ok) return connected.value;
    const path = `/var/run/postgresql/.s.PGSQL.${port}`;
    context.err(
      `${to}on socket "${path}" failed: No such file or directory\n` +
        '\tIs the server running locally and accepting connections on that socket?\n',
    );
    return undefined;
  }
  const [ip] = (yield* resolve(context, network, host)) ?? [];
  if (ip === undefined) {
    const why = 'Name or service not known';
    context.err(`${begin}could not translate host name "${host}" to address: ${why}\n`);
    return undefined;
  }
  const connected = yield* network.connect({ ip, port: Number(port) });
  if (connected.ok) return connected.value;
  const shown = ip === host ? `at "${host}"` : `at "${host}" (${ip})`;
  context.err(
    `${to}${shown}, port ${port} failed: ${errorText[connected.error]}\n` +
      '\tIs the server running on that host and accepting TCP/IP connections?\n',
  );
  return undefined;
}

function* talk(
  context: ProcessContext,
  connection: Connection,
  { host, port, start }: Target,
  source: Statements,
  options: ReadonlyMap<string, string>,
): Process<number> {
  const lines = new LineReader(connection);
  const where =
    host === '' ? 'on socket "/var/run/postgresql/.s.PGSQL.5432"' : `at "${host}", port ${port}`;
  const failed = (why: string): number => {
    context.err(`psql: error: connection to server ${where} failed: ${why}\n`);
    return connectionFailed;
  };
  sendLine(connection, start);
  const first = answerOf(yield* lines.next());
  if (first?.kind === 'fatal') {
    const none = start.password === '' && first.message.startsWith('password');
    return failed(none ? 'fe_sendauth: no password supplied' : `FATAL:  ${first.message}`);
  }
  if (first === undefined) return failed('server closed the connection unexpectedly');
  for (;;) {
    const statement = yield* source.next();
    if (statement === undefined) return 0;
    if (statement.startsWith('\\')) {
      const code = notHere(context, 'psql', `the command ${statement} is not`);
      if (context.terminal === undefined) return code;
      continue;
    }
    sendLine(connection, statement);
    const answer = answerOf(yield* lines.next());
    if (answer === undefined || answer.kind === 'ready' || answer.kind === 'fatal') {
      context.err('server closed the connection unexpectedly\n');
      return connectionFailed;
    }
    if (answer.kind === 'error') {
      context.err(errorOf(answer, statement));
      if (options.has('c')) return 1;
    } else context.out(answer.kind === 'tag' ? `${answer.tag}\n` : tableOf(answer, options));
  }
}

function errorOf({ message, at }: Result & { kind: 'error' }, statement: string): string {
  const place = at === undefined ? -1 : statement.search(new RegExp(`\\b${at}\\b`, 'i'));
  const caret = place < 0 ? '' : `LINE 1: ${statement}\n${' '.repeat(8 + place)}^\n`;
  return `ERROR:  ${message}\n${caret}`;
}

const shownCell = (cell: Cell | undefined): string => (cell == null ? '' : String(cell));

function tableOf(
  { columns, rows }: Result & { kind: 'rows' },
  options: ReadonlyMap<string, string>,
): string {
  const texts = rows.map((row) => row.map(shownCell));
  const count = `(${rows.length} row${rows.length === 1 ? '' : 's'})`;
  if (options.has('A')) {
    const plain = texts.map((row) => row.join('|'));
    const all = options.has('t') ? plain : [columns.join('|'), ...plain, count];
    return all.map((line) => `${line}\n`).join('');
  }
  const widths = columns.map((column, at) =>
    Math.max(column.length, ...texts.map((row) => (row[at] ?? '').length)),
  );
  const lines = texts.map((row, line) =>
    row
      .map((cell, at) => {
        const isNumber = typeof rows[line]?.[at] === 'number';
        const width = widths[at] ?? 0;
        if (isNumber) return ` ${cell.padStart(width)} `;
        return at === row.length - 1 ? ` ${cell}` : ` ${cell.padEnd(width)} `;
      })
      .join('|')
      .trimEnd(),
  );
  if (options.has('t')) return `${lines.join('\n')}\n\n`;
  const head = columns.map((column, at) => ` ${centered(column, widths[at] ?? 0)} `).join('|');
  const rule = widths.map((width) => '-'.repeat(width + 2)).join('+');
  return `${[head, rule, ...lines, count].join('\n')}\n\n`;
}

function centered(text: string, width: number): string {
  const left = Math.floor((width - text.length) / 2);
  return `${' '.repeat(left)}${text}`.padEnd(width);
}
