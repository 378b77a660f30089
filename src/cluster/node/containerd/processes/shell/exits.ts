/**
 * How commands leave a shell, a loop or a function: they throw, and the shell, loop or function
 * catches.
 */
import type { Process } from '#sim/simulation';

/** Unwinds to the end of a shell. */
export class ExitShell {
  readonly code: number;

  constructor(code: number) {
    this.code = code;
  }
}

/** Unwinds to the end of a shell whose process becomes another program, as by `exec`. */
export class BecomesProgram {
  readonly program: Process<number>;

  constructor(program: Process<number>) {
    this.program = program;
  }
}

/** Unwinds to the nearest loop. */
export class LoopControl {
  readonly kind: 'break' | 'continue';
  /** How many loops to leave. */
  readonly levels: number;

  constructor(kind: 'break' | 'continue', levels: number) {
    this.kind = kind;
    this.levels = levels;
  }
}

/** Unwinds to the end of a function. */
export class ReturnFromFunction {}

/** The exit code of the program that a shell becomes in this work; undefined: it stays one. */
export function* replacedBy(work: Process): Process<number | undefined> {
  try {
    yield* work;
    return undefined;
  } catch (end) {
    if (end instanceof BecomesProgram) return yield* end.program;
    throw end;
  }
}
