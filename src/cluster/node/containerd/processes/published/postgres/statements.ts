/**
 * Where psql takes its statements from: a text, or lines that are typed, behind the prompt that
 * shows the database and whether a statement goes on.
 */
import type { Process } from '#sim/simulation';
import type { ProcessContext } from '../../program.ts';
import type { Input } from '../../shell/input.ts';
import { statementsOf } from '../expression.ts';
import { TypedLines } from '../typed-lines.ts';

export interface Statements {
  /** Undefined at the end. */
  next(): Process<string | undefined>;
}

/** Statements that are known already. */
export function given(statements: readonly string[]): Statements {
  const left = [...statements];
  return {
    *next() {
      return left.shift();
    },
  };
}

/** Statements that are typed. Source: psql mainloop.c MainLoop, prompt.c. */
export function typedStatements(
  context: ProcessContext,
  input: Input,
  database: string,
  version: string,
): Statements {
  const lines = new TypedLines(context, input);
  const ready: string[] = [];
  let greeted = context.terminal === undefined;
  let text = '';
  return {
    *next() {
      if (!greeted) {
        context.out(`psql (${version} (Debian ${version}-1.pgdg13+2))\nType "help" for help.\n\n`);
        greeted = true;
      }
      while (ready.length === 0) {
        const line = yield* lines.next(`${database}${text === '' ? '=' : '-'}# `);
        const isLeft =
          line !== undefined && text === '' && /^\s*(?:\\q|quit|exit)\s*;?$/.test(line);
        if (line === undefined || isLeft) {
          lines.end();
          return undefined;
        }
        if (line === '') text = context.terminal === undefined ? text : '';
        else if (text === '' && line.trim().startsWith('\\')) ready.push(line.trim());
        else {
          text += `${text === '' ? '' : '\n'}${line}`;
          if (!/;\s*$/.test(text)) continue;
          ready.push(...statementsOf(text, ';'));
          text = '';
        }
      }
      return ready.shift();
    },
  };
}
