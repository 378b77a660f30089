/** A script that is started by its path: the kernel runs the shell in its first line. */
import type { Program } from '../program.ts';
import { runShell } from './run-shell.ts';
import { interpreterOf } from './scripts.ts';

const execFailedExitCode = 255;

/** The program of the executable file at a path. */
export const scriptProgram = (path: string): Program =>
  function* (context) {
    const interpreter = interpreterOf(context.files.read(path) ?? '');
    if (interpreter !== undefined && /^\/bin\/(?:ba|a|da)?sh$/.test(interpreter)) {
      return yield* runShell({ ...context, argv: [interpreter, path, ...context.argv.slice(1)] });
    }
    const why = interpreter === undefined ? 'exec format error' : 'no such file or directory';
    context.err(`exec ${context.argv[0] ?? path}: ${why}\n`);
    return execFailedExitCode;
  };
