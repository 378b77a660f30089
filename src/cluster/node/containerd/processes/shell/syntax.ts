/** The syntax tree of a shell script: the parser builds it, the interpreter runs it. */

/** A piece of a word. Quoted pieces are not split at blanks. */
export type WordPart =
  | { readonly kind: 'text'; readonly text: string; readonly quoted: boolean }
  | {
      readonly kind: 'variable';
      readonly name: string;
      /** `:-`, `-`, `:=`, `:+`, `#`, `##`, `%`, `%%`, `/`, `//`, `:`, or `length` for `${#x}`. */
      readonly operator: string | undefined;
      readonly operand: Word | undefined;
      readonly quoted: boolean;
    }
  | { readonly kind: 'arithmetic'; readonly expression: Word; readonly quoted: boolean }
  | { readonly kind: 'substitution'; readonly script: Script; readonly quoted: boolean };

export type Word = readonly WordPart[];

export interface Redirection {
  readonly fd: 0 | 1 | 2;
  readonly mode: 'read' | 'write' | 'append' | 'duplicate' | 'here' | 'both';
  readonly target: Word;
}

export type Command =
  | {
      readonly kind: 'simple';
      /** Lines of the script before it. */
      readonly line: number;
      readonly assignments: readonly { readonly name: string; readonly value: Word }[];
      readonly words: readonly Word[];
      readonly redirections: readonly Redirection[];
    }
  | {
      readonly kind: 'group' | 'subshell';
      readonly body: Script;
      readonly redirections: readonly Redirection[];
    }
  | {
      readonly kind: 'while' | 'until';
      readonly condition: Script;
      readonly body: Script;
      readonly redirections: readonly Redirection[];
    }
  | {
      readonly kind: 'for';
      readonly variable: string;
      /** Absent: the positional parameters. */
      readonly words: readonly Word[] | undefined;
      readonly body: Script;
      readonly redirections: readonly Redirection[];
    }
  | {
      readonly kind: 'case';
      readonly subject: Word;
      readonly branches: readonly { readonly patterns: readonly Word[]; readonly body: Script }[];
      readonly redirections: readonly Redirection[];
    }
  | {
      readonly kind: 'function';
      readonly name: string;
      readonly body: Command;
      readonly redirections: readonly Redirection[];
    }
  | {
      readonly kind: 'if';
      readonly branches: readonly { readonly condition: Script; readonly body: Script }[];
      readonly otherwise: Script | undefined;
      readonly redirections: readonly Redirection[];
    };

export interface Pipeline {
  readonly negated: boolean;
  readonly commands: readonly Command[];
}

/** Pipelines joined by `&&` and `||`; `background` when `&` follows. */
export interface AndOr {
  readonly first: Pipeline;
  readonly rest: readonly { readonly operator: '&&' | '||'; readonly pipeline: Pipeline }[];
  readonly background: boolean;
}

export type Script = readonly AndOr[];

/** A syntax error, with the message that the shell prints. */
export class ShellSyntaxError extends Error {}
