/** Redirections: where a command reads from and writes to instead. */
import type { Process } from '#sim/simulation';
import { absolute } from '../program.ts';
import { expandWord } from './expand.ts';
import type { Shell, Streams } from './interpreter.ts';
import type { Redirection } from './syntax.ts';

/** Undefined when a file could not be opened, which was told. */
export function* redirect(
  shell: Shell,
  redirections: readonly Redirection[],
  outer: Streams,
): Process<Streams | undefined> {
  let streams: Streams | undefined = outer;
  for (const redirection of redirections) {
    const name: string = yield* expandWord(shell, redirection.target, outer);
    streams = applied(shell, redirection, name, streams);
    if (streams === undefined) return undefined;
  }
  return streams;
}

function applied(
  shell: Shell,
  { fd, mode }: Redirection,
  name: string,
  streams: Streams,
): Streams | undefined {
  switch (mode) {
    case 'duplicate':
      return fd === 2 ? { ...streams, err: streams.out } : { ...streams, out: streams.err };
    case 'here':
      return { ...streams, input: { text: name } };
    case 'read':
      return reading(shell, name, streams);
    default:
      return writing(shell, fd, mode, name, streams);
  }
}

function reading(shell: Shell, name: string, streams: Streams): Streams | undefined {
  const path = absolute({ ...shell.context, cwd: shell.cwd }, name);
  const text = name === '/dev/null' ? '' : shell.context.files.read(path);
  if (text !== undefined) return { ...streams, input: { text } };
  streams.err(`sh: can't open ${name}: no such file\n`);
  return undefined;
}

/** Devices that are no files here. */
const standardOutput = new Set(['/dev/stdout', '/proc/1/fd/1', '/proc/self/fd/1']);
const standardError = new Set(['/dev/stderr', '/proc/1/fd/2', '/proc/self/fd/2']);

function writing(
  shell: Shell,
  fd: Redirection['fd'],
  mode: 'write' | 'append',
  name: string,
  streams: Streams,
): Streams | undefined {
  const { files } = shell.context;
  const to = (write: (text: string) => void): Streams =>
    fd === 2 ? { ...streams, err: write } : { ...streams, out: write };
  if (name === '/dev/null') return to(() => undefined);
  if (standardOutput.has(name)) return to(shell.context.out);
  if (standardError.has(name)) return to(shell.context.err);
  const path = absolute({ ...shell.context, cwd: shell.cwd }, name);
  const error = files.write(path, mode === 'append' ? (files.read(path) ?? '') : '');
  if (error !== undefined) {
    streams.err(`sh: can't create ${name}: ${error}\n`);
    return undefined;
  }
  return to((text) => {
    files.write(path, (files.read(path) ?? '') + text);
  });
}
