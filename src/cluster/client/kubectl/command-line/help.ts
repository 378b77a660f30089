/**
 * Help texts: a command's purpose, subcommands, flags and usage.
 *
 * Models k8s.io/kubectl pkg/util/templates templates.go, templater.go: the parts and their order
 * are kubectl's; the sentences are shorter, and there are no examples.
 */
import type { Command, CommandGroup } from '../command.ts';
import type { ParsedCommand } from './find-command.ts';
import type { FlagSpec } from './flag-spec.ts';
import { globalFlags } from './global-flags.ts';

const optionsHint =
  'Use "kubectl options" for a list of global command-line options (applies to all commands).';

/** The answer to `--help`, and to a group of commands without one. */
export function helpText({
  command,
  path,
  specs,
}: Pick<ParsedCommand, 'command' | 'path' | 'specs'>): string {
  const { short, aliases = [], groups, subcommands = [], usage } = command;
  const names = new Set(globalFlags.map(({ name }) => name));
  const own = [...specs.values()].filter(({ name }) => !names.has(name) && name !== 'help');
  const flags = [...own, ...(command.flags ?? []).filter(({ name }) => names.has(name))];
  const unique = [...new Map(flags.map((flag) => [flag.name, flag])).values()];
  const longest = Math.max(11, ...subcommands.map(({ name }) => name.length));
  const width = longest + 2;
  const listed = groups ?? (subcommands.length > 0 ? [available(subcommands)] : []);
  return [
    short.endsWith('.') ? short : `${short}.`,
    '',
    ...(groups === undefined
      ? []
      : [' Find more information at: https://kubernetes.io/docs/reference/kubectl/', '']),
    ...(aliases.length === 0 ? [] : ['Aliases:', [command.name, ...aliases].join(', '), '']),
    ...listed.flatMap((group) => groupLines(group, width)),
    ...(unique.length === 0 ? [] : ['Options:', ...optionLines(unique)]),
    'Usage:',
    `  ${usageLine(path, usage, subcommands, unique, groups !== undefined)}`,
    '',
    ...(subcommands.length === 0
      ? []
      : [`Use "${path} <command> --help" for more information about a given command.`]),
    optionsHint,
    '',
  ].join('\n');
}

function usageLine(
  path: string,
  usage: string | undefined,
  subcommands: readonly Command[],
  flags: readonly FlagSpec[],
  isRoot: boolean,
): string {
  if (isRoot) return `${path} [flags] [options]`;
  const rest = usage ?? (subcommands.length > 0 ? 'SUBCOMMAND' : '');
  const line = rest === '' ? path : `${path} ${rest.replace(/ ?\[flags\]$/, '')}`;
  return flags.length === 0 && subcommands.length === 0 ? line : `${line} [options]`;
}

const available = (commands: readonly Command[]): CommandGroup => ({
  title: 'Available Commands:',
  commands,
});

function groupLines({ title, commands }: CommandGroup, width: number): readonly string[] {
  const sorted = title.startsWith('Available')
    ? [...commands].sort((a, b) => (a.name < b.name ? -1 : 1))
    : commands;
  const lines = sorted.map(({ name, short }) => `  ${name.padEnd(width)} ${short}`);
  return [title, ...lines, ''];
}

function optionLines(flags: readonly FlagSpec[]): readonly string[] {
  const sorted = [...flags].sort((a, b) => (a.name < b.name ? -1 : 1));
  return sorted.flatMap((spec) => {
    const shorthand = spec.shorthand === undefined ? '    ' : `-${spec.shorthand}, `;
    const value = spec.type === 'string' ? `'${spec.default}'` : spec.default || '[]';
    const note = spec.simulated === false ? ' (not simulated here)' : '';
    return [`    ${shorthand}--${spec.name}=${value}:`, `\t${spec.usage}${note}`, ''];
  });
}

/** The answer to `kubectl options`. */
export const globalOptionsText = (): string =>
  ['The following options can be passed to any command:', '', ...optionLines(globalFlags)].join(
    '\n',
  );
