/** `alias NAME=WORDS`: words that a shell reads in place of the first word of a command. */
import { parseScript } from './parser.ts';
import { quoted } from './quote.ts';
import type { Shell } from './shell.ts';
import type { ShellState, Streams } from './state.ts';
import type { Command } from './syntax.ts';

type SimpleCommand = Extract<Command, { kind: 'simple' }>;

/** The command with the words of its alias; an alias for more than one command is not modelled. */
export function unaliased({ aliases }: ShellState, command: SimpleCommand): SimpleCommand {
  if (aliases.size === 0) return command;
  const seen = new Set<string>();
  let result = command;
  for (;;) {
    const [[first, more] = [], ...rest] = result.words;
    // A quoted word is none.
    if (first?.kind !== 'text' || first.quoted || more !== undefined) return result;
    const value = seen.has(first.text) ? undefined : aliases.get(first.text);
    if (value === undefined) return result;
    seen.add(first.text);
    const [only, ...others] = parseScript(value);
    const meant = only?.rest.length === 0 ? only.first.commands : [];
    if (others.length > 0 || meant.length !== 1 || meant[0]?.kind !== 'simple') return result;
    const { assignments, words, redirections } = meant[0];
    result = {
      ...result,
      assignments: [...assignments, ...result.assignments],
      words: [...words, ...rest],
      redirections: [...redirections, ...result.redirections],
    };
  }
}

/** Sets aliases, or prints them. */
export function alias(shell: Shell, argv: readonly string[], streams: Streams): number {
  const { state } = shell;
  const print = (name: string, value: string): void => streams.out(`${name}=${quoted(value)}\n`);
  if (argv.length === 1) for (const [name, value] of state.aliases) print(name, value);
  let status = 0;
  for (const word of argv.slice(1)) {
    const [name = '', value] = word.split(/=(.*)/s);
    const known = state.aliases.get(name);
    if (value !== undefined) state.aliases.set(name, value);
    else if (known !== undefined) print(name, known);
    else {
      state.complain(streams, `${name} not found`, 'alias');
      status = 1;
    }
  }
  return status;
}

/** Takes aliases away; `-a` all of them. */
export function unalias({ state }: Shell, argv: readonly string[], streams: Streams): number {
  const names = argv[1] === '-a' ? [...state.aliases.keys()] : argv.slice(1);
  let status = 0;
  for (const name of names) {
    if (state.aliases.delete(name)) continue;
    state.complain(streams, `${name} not found`, 'unalias');
    status = 1;
  }
  return status;
}
