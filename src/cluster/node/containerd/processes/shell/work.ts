/**
 * What the commands of a shell cost on the CPU beyond their start: text that is printed, read,
 * matched and put together, and files that are looked at.
 *
 * A command computes at once, and the shell pays for it in virtual time after it. Otherwise a loop
 * around a long command would compute for ever in a moment of virtual time. Little work is part of
 * the start of a command (`forkTime`).
 */
import type { CompileRegexp, Regexp } from '#base/regexp';
import { type Duration, microsecond, ms, seconds } from '#base/sim-time';
import type { FileSystem } from '../../files/file-system.ts';
import { killedExitCode } from '../bounds.ts';
import { ExitShell } from './exits.ts';

/** A command that is no process, such as `:`. */
const commandTime = 3 * microsecond;
/** A character that is printed, read or put into a word. */
const textTime = 0.2 * microsecond;
/** A character that is held against a pattern. */
const matchTime = 0.5 * microsecond;

/** Less is not worth a pause. */
const least = ms(1);
/** One command that works longer is ended: nobody would wait for it. */
const most = seconds(5);

/** Shared by a shell and all that it starts. */
export class ShellWork {
  readonly #files: FileSystem;
  #owed: Duration = 0;
  #filesPaid: Duration;

  constructor(files: FileSystem) {
    this.#files = files;
    this.#filesPaid = files.cpuTime;
  }

  command(): void {
    this.#owed += commandTime;
  }

  text(length: number): void {
    this.#owed += length * textTime;
  }

  /** Ends a command that would match for too long. */
  match(length: number): void {
    this.#owed += length * matchTime;
    if (this.#owed > most) throw new ExitShell(killedExitCode);
  }

  /** What is to be paid now. */
  take(): Duration {
    const owed = this.#owed + this.#files.cpuTime - this.#filesPaid;
    if (owed < least) return 0;
    this.#owed = 0;
    this.#filesPaid = this.#files.cpuTime;
    return Math.round(owed);
  }

  /** A compiler of patterns whose matches are counted. */
  counted(compile: CompileRegexp): CompileRegexp {
    const counting = (compiled: Regexp): Regexp => ({
      test: (text) => {
        this.match(text.length);
        return compiled.test(text);
      },
      exec: (text) => {
        this.match(text.length);
        return compiled.exec(text);
      },
      all: (text) => {
        this.match(text.length);
        return compiled.all(text);
      },
    });
    return (pattern, ignoreCase) => {
      const compiled = compile(pattern, ignoreCase);
      return compiled.ok ? { ...compiled, value: counting(compiled.value) } : compiled;
    };
  }
}
