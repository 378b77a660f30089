/** Help texts: what a command is for, its subcommands and its flags. Shorter than upstream's. */
import type { Command } from '../command.ts';
import type { ParsedCommand } from './find-command.ts';
import type { FlagSpec } from './flag-spec.ts';
import { globalFlags } from './global-flags.ts';

const column = 18;

/** The answer to `--help`, and to a group of commands without one. */
export function helpText({ command, path, specs }: ParsedCommand): string {
  const subcommands = command.subcommands ?? [];
  const globals = new Set(globalFlags);
  const flags = [...specs.values()].filter((spec) => !globals.has(spec));
  return [
    `${command.short}\n`,
    ...(subcommands.length > 0 ? ['Available Commands:', ...subcommands.map(commandLine), ''] : []),
    ...(flags.length > 0 ? ['Options:', ...flags.flatMap(flagLines)] : []),
    'Usage:',
    `  ${path} ${command.usage ?? (subcommands.length > 0 ? '[command]' : '[flags]')}`,
    '',
  ].join('\n');
}

const commandLine = ({ name, short }: Command): string => `  ${name.padEnd(column)}${short}`;

function flagLines(spec: FlagSpec): readonly string[] {
  const shorthand = spec.shorthand === undefined ? '    ' : `-${spec.shorthand}, `;
  const value = spec.type === 'string' ? `'${spec.default}'` : spec.default || '[]';
  const note = spec.simulated === false ? ' (not simulated)' : '';
  return [`    ${shorthand}--${spec.name}=${value}:`, `\t${spec.usage}${note}`, ''];
}
