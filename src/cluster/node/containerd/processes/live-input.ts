/**
 * Programs whose standard input somebody outside of the container writes to while they run.
 *
 * Programs of the first kind read as it comes: shells, and clients with a prompt. All others get
 * their input as a text; they are started, and when one asks for it, it waits until the input has
 * ended, and begins again with all of it. `cat`, `tee` and `grep` get each line as it comes.
 */
import type { Process } from '#sim/simulation';
import { noStdin, type ProcessContext, type Program } from './program.ts';
import type { Input } from './shell/input.ts';
import { isLineByLine, runOnPipe } from './shell/pipeline.ts';
import type { Terminal } from './terminal.ts';

/** Programs that read their input themselves. */
const readsAsItComes = new Set('sh ash bash dash psql redis-cli python python3 node'.split(' '));

/** A program asked for input that is still open. */
class NeedsInput {}

const nameOf = ([word = '']: readonly string[]): string => word.replace(/^.*\//, '');

/** Runs a program on an open input. */
export function* runOnInput(
  program: Program,
  context: ProcessContext,
  input: Input,
  terminal: Terminal | undefined,
): Process<number> {
  const { argv } = context;
  const name = nameOf(argv);
  if (readsAsItComes.has(name)) {
    return yield* program({ ...context, readStdin: noStdin, input, terminal });
  }
  const run = (words: readonly string[], from: Input): Process<number> =>
    program(withText({ ...context, argv: words, input: undefined, terminal }, from));
  try {
    return yield* program(asking({ ...context, input: undefined, terminal }, input));
  } catch (needs) {
    if (!(needs instanceof NeedsInput)) throw needs;
  }
  if (isLineByLine(name, argv)) return yield* runOnPipe(name, argv, input, run);
  yield* input.untilEnd();
  return yield* run(argv, input);
}

const withText = (context: ProcessContext, from: Input): ProcessContext => ({
  ...context,
  readStdin: () => from.take(),
});

const asking = (context: ProcessContext, input: Input): ProcessContext => ({
  ...context,
  readStdin: () => {
    if (input.isOpen) throw new NeedsInput();
    return input.take();
  },
});
