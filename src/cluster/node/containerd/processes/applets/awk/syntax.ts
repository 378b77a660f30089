/** The syntax tree of an awk program, and how a program ends before its time. */
import { killedExitCode } from '../../bounds.ts';

/** What can be assigned to. */
export type Place =
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'element'; readonly name: string; readonly key: Expression }
  | { readonly kind: 'field'; readonly of: Expression };

export type Expression =
  | Place
  | { readonly kind: 'constant'; readonly value: number | string }
  | { readonly kind: 'regex'; readonly source: string }
  /** `(a, b)`: values for print, or one key of an array. */
  | { readonly kind: 'list'; readonly items: readonly Expression[] }
  /** `operator` is empty for a plain `=`. */
  | {
      readonly kind: 'assign';
      readonly to: Place;
      readonly operator: string;
      readonly value: Expression;
    }
  /** `++` and `--`. */
  | { readonly kind: 'step'; readonly to: Place; readonly by: number; readonly isAfter: boolean }
  | { readonly kind: 'unary'; readonly operator: string; readonly of: Expression }
  /** The operator of a concatenation is a blank. */
  | {
      readonly kind: 'binary';
      readonly operator: string;
      readonly left: Expression;
      readonly right: Expression;
    }
  | { readonly kind: 'in'; readonly key: Expression; readonly name: string }
  | {
      readonly kind: 'choice';
      readonly test: Expression;
      readonly yes: Expression;
      readonly no: Expression;
    }
  /** A function of the program, or a built-in one. */
  | { readonly kind: 'call'; readonly name: string; readonly args: Args }
  | { readonly kind: 'builtin'; readonly name: string; readonly args: Args }
  | {
      readonly kind: 'getline';
      readonly to: Place | undefined;
      readonly from: Expression | undefined;
    };

/** The members of a union with these kinds. */
export type Kind<T extends { readonly kind: string }, K extends string> = Extract<
  T,
  { readonly kind: K }
>;

export type Args = readonly Expression[];

/** Where a print goes: to a file that is begun anew, or to the end of one. */
export interface Redirection {
  readonly appends: boolean;
  readonly name: Expression;
}

/** `at` is the line that messages name: `cmd. line:1`. */
export type Statement = { readonly at: string } & (
  | { readonly kind: 'expression'; readonly value: Expression }
  | {
      readonly kind: 'print' | 'printf';
      readonly values: Args;
      readonly to: Redirection | undefined;
    }
  | {
      readonly kind: 'if';
      readonly test: Expression;
      readonly yes: Statement;
      readonly no: Statement | undefined;
    }
  /** while, do and for; a `do` does not test before its first round. */
  | {
      readonly kind: 'loop';
      readonly before?: Expression | undefined;
      readonly test: Expression | undefined;
      readonly after?: Expression | undefined;
      readonly body: Statement;
      readonly isDo?: boolean;
    }
  | { readonly kind: 'each'; readonly key: Place; readonly name: string; readonly body: Statement }
  | { readonly kind: 'block'; readonly body: readonly Statement[] }
  | { readonly kind: 'delete'; readonly name: string; readonly key: Expression | undefined }
  | { readonly kind: 'exit' | 'return'; readonly value: Expression | undefined }
  | { readonly kind: 'break' | 'continue' | 'next' | 'nextfile' }
);

export interface Rule {
  readonly at: string;
  readonly pattern: Expression | undefined;
  /** The other end of a range. */
  readonly to: Expression | undefined;
  /** Absent: the record is printed. */
  readonly body: Statement | undefined;
}

export interface UserFunction {
  readonly parameters: readonly string[];
  readonly body: Statement;
}

export interface Script {
  readonly begin: Statement[];
  readonly rules: Rule[];
  readonly end: Statement[];
  readonly functions: Map<string, UserFunction>;
}

/** Unwinds to the end of awk. */
export class AwkEnd {
  readonly code: number;
  /** Empty: it was said already. */
  readonly message: string;

  constructor(code: number, message = '') {
    this.code = code;
    this.message = message;
  }
}

/** busybox's exit code for an error. */
const errorCode = 1;

export const awkError = (at: string, message: string): AwkEnd =>
  new AwkEnd(errorCode, `${at}: ${message}`);

export const notSimulated = (what: string): AwkEnd => new AwkEnd(2, `${what} is not simulated`);

export const outOfMemory = (): AwkEnd => new AwkEnd(killedExitCode, 'out of memory: killed');
