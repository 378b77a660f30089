/** Redirections: where a command reads from and writes to instead. */
import { assertUnreachable } from '#base/assert';
import type { Process } from '#sim/simulation';
import { absolute, streamAt } from '../program.ts';
import { expandWord } from './expand.ts';
import { Input } from './input.ts';
import type { Shell } from './shell.ts';
import type { Streams } from './state.ts';
import type { Redirection } from './syntax.ts';

/** Undefined when a file could not be opened; the error was printed. */
export function* redirect(
  shell: Shell,
  redirections: readonly Redirection[],
  outer: Streams,
): Process<Streams | undefined> {
  let streams: Streams | undefined = outer;
  for (const redirection of redirections) {
    const name: string = yield* expandWord(shell, redirection.target, outer);
    const { fd, mode } = redirection;
    streams = applied(
      shell,
      mode === 'both' ? { fd: 1, mode: 'write' } : { fd, mode },
      name,
      streams,
    );
    if (streams === undefined) return undefined;
    if (mode === 'both') streams = { ...streams, err: streams.out };
  }
  return streams;
}

type Opened = Pick<Redirection, 'fd'> & { readonly mode: Exclude<Redirection['mode'], 'both'> };

function applied(
  shell: Shell,
  { fd, mode }: Opened,
  name: string,
  streams: Streams,
): Streams | undefined {
  switch (mode) {
    case 'duplicate':
      return duplicated(fd, name, streams);
    case 'here':
      return { ...streams, input: new Input(name) };
    case 'read':
      return reading(shell, name, streams);
    case 'write':
    case 'append':
      return writing(shell, fd, mode, name, streams);
    default:
      return assertUnreachable(mode);
  }
}

/** `2>&1`, `>&2`, `>&-`. */
function duplicated(fd: Redirection['fd'], name: string, streams: Streams): Streams {
  const to = name === '-' ? () => undefined : name === '2' ? streams.err : streams.out;
  return fd === 2 ? { ...streams, err: to } : { ...streams, out: to };
}

function reading(shell: Shell, name: string, streams: Streams): Streams | undefined {
  const path = absolute({ ...shell.state.context, cwd: shell.state.cwd }, name);
  const text = name === '/dev/null' ? '' : shell.state.context.files.read(path);
  if (text !== undefined) return { ...streams, input: new Input(text) };
  const why = shell.state.context.files.whyMissing(path);
  const said = why === 'No such file or directory' ? 'no such file' : why;
  shell.state.complain(streams, `can't open ${name}: ${said}`);
  return undefined;
}

function writing(
  shell: Shell,
  fd: Redirection['fd'],
  mode: 'write' | 'append',
  name: string,
  streams: Streams,
): Streams | undefined {
  const { files } = shell.state.context;
  const to = (write: (text: string) => void): Streams =>
    fd === 2 ? { ...streams, err: write } : { ...streams, out: write };
  if (name === '/dev/null') return to(() => undefined);
  const path = absolute({ ...shell.state.context, cwd: shell.state.cwd }, name);
  const stream = streamAt(files, path);
  if (stream !== undefined) return to(shell.state.context[stream]);
  const error = files.write(path, mode === 'append' ? (files.read(path) ?? '') : '');
  if (error !== undefined) {
    const why = error === 'No such file or directory' ? 'nonexistent directory' : error;
    shell.state.complain(streams, `can't create ${name}: ${why}`);
    return undefined;
  }
  return to((text) => {
    files.write(path, (files.read(path) ?? '') + text);
  });
}
