/**
 * redis-cli: sends one command, or each line of its input, and prints the replies as they are where
 * nobody looks at a terminal; in one, it has a prompt and shows what kind a reply is. `-h HOST`,
 * `-p PORT`.
 */

import { splitWords } from '#base/shell-words';
import type { Connection } from '#cluster/node/os/sockets';
import type { Process } from '#sim/simulation';
import { resolve } from '../../applets/network/resolver.ts';
import { errorText, networkOf } from '../../applets/network/sockets.ts';
import type { ProcessContext, Program } from '../../program.ts';
import type { Input } from '../../shell/input.ts';
import { TypedLines } from '../typed-lines.ts';
import { encodeRequest, parseReply, type Reply } from './resp.ts';

/** The program of a version. */
export const redisCli = (version: string): Program =>
  function* (context) {
    const words = context.argv.slice(1);
    let [host, port] = ['127.0.0.1', '6379'];
    for (; words[0]?.startsWith('-') === true; words.shift()) {
      const [option] = words;
      if (option === '-v' || option === '--version') {
        context.out(`redis-cli ${version}\n`);
        return 0;
      }
      if (option === '-h') host = words.splice(1, 1)[0] ?? host;
      else if (option === '-p') port = words.splice(1, 1)[0] ?? port;
      else if (option !== '--raw') {
        context.err(`podyssey: redis-cli is simulated: the option ${option} is not\n`);
        return 1;
      }
    }
    const connection = yield* connect(context, host, Number(port));
    if (connection === undefined) return 1;
    const typed = words.length === 0 ? context.input : undefined;
    if (typed !== undefined) {
      return yield* converse(context, connection, typed, `${host}:${port}> `);
    }
    const commands = words.length > 0 ? [words] : linesOf(context.readStdin());
    try {
      for (const command of commands) {
        const reply = yield* ask(connection, command);
        if (reply === undefined) {
          context.err('Error: Server closed the connection\n');
          return 1;
        }
        context.out(`${printed(reply)}\n`);
      }
      return 0;
    } finally {
      connection.close();
    }
  };

/** Source: redis-cli.c repl. */
function* converse(
  context: ProcessContext,
  connection: Connection,
  input: Input,
  prompt: string,
): Process<number> {
  const lines = new TypedLines(context, input);
  try {
    for (;;) {
      const line = yield* lines.next(prompt);
      if (line === undefined || /^(?:quit|exit)$/i.test(line.trim())) return 0;
      const words = splitWords(line);
      if (words.length === 0) continue;
      const reply = yield* ask(connection, words);
      if (reply === undefined) {
        context.err('Error: Server closed the connection\n');
        return 1;
      }
      context.out(`${context.terminal === undefined ? printed(reply) : shown(reply)}\n`);
    }
  } finally {
    lines.end();
    connection.close();
  }
}

/** As on a terminal. Source: redis-cli.c cliFormatReplyTTY. */
function shown(reply: Reply): string {
  switch (reply.kind) {
    case 'nothing':
      return '(nil)';
    case 'number':
      return `(integer) ${reply.value}`;
    case 'error':
      return `(error) ${reply.text}`;
    case 'text':
      return JSON.stringify(reply.text);
    case 'list':
      if (reply.items.length === 0) return '(empty array)';
      return reply.items.map((item, index) => `${index + 1}) ${shown(item)}`).join('\n');
    default:
      return reply.text;
  }
}

const linesOf = (stdin: string): readonly (readonly string[])[] =>
  stdin
    .split('\n')
    .map((line) => splitWords(line))
    .filter((words) => words.length > 0);

function* connect(
  context: ProcessContext,
  host: string,
  port: number,
): Process<Connection | undefined> {
  const network = networkOf(context);
  if (network === undefined) return undefined;
  const begin = `Could not connect to Redis at ${host}:${port}: `;
  const [ip] = (yield* resolve(context, network, host)) ?? [];
  if (ip === undefined) {
    context.err(`${begin}Name or service not known\n`);
    return undefined;
  }
  const connected = yield* network.connect({ ip, port });
  if (connected.ok) return connected.value;
  context.err(`${begin}${errorText[connected.error]}\n`);
  return undefined;
}

function* ask(connection: Connection, words: readonly string[]): Process<Reply | undefined> {
  connection.send(encodeRequest(words));
  let stream = '';
  for (;;) {
    const parsed = parseReply(stream);
    if (parsed !== undefined) return parsed.reply;
    const more = yield* connection.receive();
    if (more === undefined) return undefined;
    stream += more;
  }
}

/** As with `--raw`. */
function printed(reply: Reply): string {
  switch (reply.kind) {
    case 'nothing':
      return '';
    case 'number':
      return String(reply.value);
    case 'list':
      return reply.items.map(printed).join('\n');
    default:
      return reply.text;
  }
}
