/**
 * Pipelines. Commands that end by themselves run one after the other; one that may run for long (a
 * loop, a function, `tail -f`, `yes`, kubectl) runs beside its readers.
 */
import type { Process } from '#sim/simulation';
import type { Task } from '#sim/task';
import { Input } from './input.ts';
import type { Shell } from './shell.ts';
import type { Streams } from './state.ts';
import type { Command } from './syntax.ts';

/** The exit code of the last command, or of the last that failed with `set -o pipefail`. */
export function* runPipeline(
  shell: Shell,
  commands: readonly Command[],
  streams: Streams,
): Process<number> {
  const { sim } = shell.state.context;
  const beside: { readonly task: Task<number>; readonly index: number }[] = [];
  const pipes: Input[] = [];
  const codes: number[] = [];
  let { input } = streams;
  try {
    for (const [index, command] of commands.entries()) {
      const own = { ...streams, input };
      if (index === commands.length - 1) {
        codes[index] = yield* shell.child().commandToExit(command, own);
        break;
      }
      const pipe = Input.pipe(sim);
      const work = writing(shell.child(), command, own, pipe);
      if (input.isOpen || goesOn(shell, command)) {
        beside.push({ task: sim.spawn('pipeline', work), index });
        pipes.push(pipe);
      } else codes[index] = yield* work;
      input = pipe;
    }
    for (const pipe of pipes) pipe.close();
    for (const { task, index } of beside) codes[index] = (yield* task.join()) ?? 137;
  } finally {
    // An interrupt ends the whole pipeline.
    for (const { task } of beside) if (!task.done) task.cancel();
  }
  const failed = codes.findLast((code) => code !== 0) ?? 0;
  return shell.state.options.has('pipefail') ? failed : (codes.at(-1) ?? 0);
}

function* writing(child: Shell, command: Command, streams: Streams, pipe: Input): Process<number> {
  try {
    return yield* child.commandToExit(command, { ...streams, out: (text) => pipe.write(text) });
  } finally {
    streams.input.close();
    pipe.end();
  }
}

const endless = new Set(['yes', 'sh', 'ash', 'ping', 'nc', 'kubectl', 'watch']);

function goesOn(shell: Shell, command: Command): boolean {
  if (command.kind !== 'simple') return command.kind !== 'function';
  const words = command.words.map((word) => {
    const [part] = word;
    return part?.kind === 'text' ? part.text : '';
  });
  const [name = ''] = words[0] === 'exec' ? words.slice(1) : words;
  if (name === 'tail') return words.some((word) => /^-\w*[fF]/.test(word));
  return endless.has(name) || shell.state.functions.has(name);
}

/** Programs that read their standard input where no file is named. */
const readers = new Set(
  'cat tee grep sed head tail sort uniq tr cut wc awk xargs base64 md5sum sha256sum nl tac rev'
    .split(' ')
    .concat(['paste', 'sh', 'ash', 'nc']),
);

/** kubectl reads it for `-f -` and `-i`. */
const readsAll = (name: string, argv: readonly string[]): boolean =>
  readers.has(name) ||
  (name === 'kubectl' && argv.some((word) => /^(?:-|--[\w-]+=-|--stdin|-\w*i\w*)$/.test(word)));

/** Programs that write their output line by line as they read. */
const lineByLine = new Set(['cat', 'tee', 'grep']);

/** Whether a program writes what it makes of a line before it reads the next. */
export const isLineByLine = (name: string, argv: readonly string[]): boolean =>
  lineByLine.has(name) ||
  (name === 'sed' && argv.slice(1).every((word) => /^(-E|-r|s\W.*)$/.test(word)));

/** Runs a program that reads from a pipe which is still written to. */
export function* runOnPipe(
  name: string,
  argv: readonly string[],
  input: Input,
  run: (argv: readonly string[], input: Input) => Process<number>,
): Process<number> {
  if (isLineByLine(name, argv)) return yield* eachLine(name, argv, input, run);
  if (name === 'head') {
    const count = /-n? ?(\d+)/.exec(argv.slice(1).join(' '))?.[1];
    yield* input.untilLines(Number(count ?? 10));
  } else if (readsAll(name, argv)) yield* input.untilEnd();
  const code = yield* run(argv, input);
  if (readsAll(name, argv)) input.close();
  return code;
}

function* eachLine(
  name: string,
  argv: readonly string[],
  input: Input,
  run: (argv: readonly string[], input: Input) => Process<number>,
): Process<number> {
  let code: number | undefined;
  for (;;) {
    const lines = yield* input.lines();
    if (lines === undefined) return code ?? (yield* run(argv, new Input()));
    const again = name === 'tee' && code !== undefined ? [name, '-a', ...argv.slice(1)] : argv;
    const one = yield* run(again, new Input(lines));
    code = name === 'grep' ? Math.min(code ?? one, one) : one;
    if (name === 'grep' && code === 0 && argv.some((word) => /^-\w*q/.test(word))) return 0;
  }
}
