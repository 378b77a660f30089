/**
 * Finds the command that a list of words means and parses the rest for it.
 *
 * Models github.com/spf13/cobra Command.Find and execute: subcommands may follow flags, an unknown
 * one is answered with suggestions, required flags are checked last.
 */
import { editDistance } from '#base/edit-distance';
import { err, ok } from '#base/result';
import type { Command } from '../command.ts';
import { fail, notSimulated, type Outcome } from '../failure.ts';
import { boolFlag, type FlagSpec } from './flag-spec.ts';
import { globalFlags } from './global-flags.ts';
import { FlagValues, parseFlags } from './parse-flags.ts';

export interface ParsedCommand {
  readonly command: Command;
  /** `kubectl create deployment` */
  readonly path: string;
  readonly args: readonly string[];
  readonly dashArgs?: readonly string[];
  readonly flags: FlagValues;
  readonly specs: ReadonlyMap<string, FlagSpec>;
}

const helpFlag = boolFlag('help', 'help for the command', { shorthand: 'h' });

/** Parses the words after `kubectl`. */
export function parseCommand(root: Command, words: readonly string[]): Outcome<ParsedCommand> {
  const { command, path, rest } = descend(root, words);
  if (command.simulated === false) return notSimulated(`"${path}"`, command.reason);
  const specs = flagsOf(command);
  const flags = new FlagValues(specs.values());
  if (command === root && rest.length > 0) {
    const unknown = unknownCommand(root, rest, specs);
    if (unknown !== undefined) return fail(unknown);
  }
  const parsed = parseFlags(rest, specs, flags);
  if (!parsed.ok) return fail(`${parsed.error}\nSee '${path} --help' for usage.`);
  const refusedFlag = [...specs.values()].find(
    (spec) => spec.simulated === false && flags.changed(spec.name),
  );
  if (refusedFlag !== undefined) {
    return fail(`flag --${refusedFlag.name} of ${path} is not simulated`);
  }
  return ok({ command, path, specs, flags, ...parsed.value });
}

/** Whether a required flag is missing, in cobra's words. Source: ValidateRequiredFlags. */
export function missingFlags({ specs, flags }: ParsedCommand): Outcome {
  const missing = [...specs.values()]
    .filter((spec) => spec.required === true && !flags.changed(spec.name))
    .map((spec) => `"${spec.name}"`)
    .sort();
  if (missing.length === 0) return ok(undefined);
  return err({ kind: 'error', message: `required flag(s) ${missing.join(', ')} not set` });
}

/** Every flag a command takes: its own, then the global ones. */
export function flagsOf(command: Command): ReadonlyMap<string, FlagSpec> {
  const specs = [...(command.flags ?? []), ...globalFlags, helpFlag];
  const byName = new Map<string, FlagSpec>();
  for (const spec of specs) if (!byName.has(spec.name)) byName.set(spec.name, spec);
  return byName;
}

interface Found {
  readonly command: Command;
  readonly path: string;
  readonly rest: readonly string[];
}

/** Follows subcommand names as far as they go; flags in between stay with the rest. */
export function descend(root: Command, words: readonly string[]): Found {
  let command = root;
  let path = root.name;
  let rest = words;
  for (;;) {
    const index = firstArgument(rest, flagsOf(command));
    const word = index === undefined ? undefined : rest[index];
    const next = command.subcommands?.find(
      (sub) => sub.name === word || sub.aliases?.includes(word ?? '') === true,
    );
    if (next === undefined || index === undefined) return { command, path, rest };
    command = next;
    path = `${path} ${next.name}`;
    rest = [...rest.slice(0, index), ...rest.slice(index + 1)];
  }
}

/** The words that are neither flags nor values of flags. */
export function positionalWords(
  words: readonly string[],
  specs: ReadonlyMap<string, FlagSpec>,
): readonly string[] {
  const index = firstArgument(words, specs);
  if (index === undefined) return [];
  return [words[index] ?? '', ...positionalWords(words.slice(index + 1), specs)];
}

/** The index of the first word that is neither a flag nor a flag's value. */
function firstArgument(
  words: readonly string[],
  specs: ReadonlyMap<string, FlagSpec>,
): number | undefined {
  for (let i = 0; i < words.length; i++) {
    const word = words[i] as string;
    if (word === '--') return undefined;
    if (!word.startsWith('-') || word === '-') return i;
    if (word.includes('=')) continue;
    const spec = word.startsWith('--')
      ? specs.get(word.slice(2))
      : [...specs.values()].find(({ shorthand }) => shorthand === word.slice(1));
    if (spec !== undefined && spec.noValue === undefined) i++;
  }
  return undefined;
}

function unknownCommand(
  root: Command,
  words: readonly string[],
  specs: ReadonlyMap<string, FlagSpec>,
): string | undefined {
  const index = firstArgument(words, specs);
  const typed = index === undefined ? undefined : words[index];
  if (typed === undefined) return undefined;
  const similar = suggestions(root, typed);
  const hint =
    similar.length === 0
      ? ''
      : `\n\nDid you mean this?\n${similar.map((name) => `\t${name}\n`).join('')}`;
  return `unknown command "${typed}" for "${root.name}"${hint}`;
}

/** Names at most two edits away, or that begin with what was typed. Source: SuggestionsFor. */
function suggestions(root: Command, typed: string): readonly string[] {
  const wanted = typed.toLowerCase();
  return (root.subcommands ?? [])
    .map(({ name }) => name)
    .filter((name) => editDistance(wanted, name.toLowerCase()) <= 2 || name.startsWith(wanted));
}
