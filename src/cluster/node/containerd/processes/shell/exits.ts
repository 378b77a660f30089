/**
 * How commands leave a shell, a loop or a function: they throw, and the shell, loop or function
 * catches.
 */

/** Unwinds to the end of a shell. */
export class ExitShell {
  readonly code: number;

  constructor(code: number) {
    this.code = code;
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
