/**
 * What a person did, as a script for a shell and a real cluster. A line may come from a link that
 * anybody wrote: it is split into words and each word is quoted again, so that it can run nothing
 * but kubectl.
 */
import { splitWords } from '#base/shell-words';
import { writeHostAction } from '#trace/host-words';
import { outsideWords } from '#trace/outside-action';
import { terminalInputWords } from '#trace/terminal-input';
import type { Recording, TimedInput } from '#worker/protocol';

const second = 1_000_000;

/** The script; what kubectl cannot do (a fault of a machine) stands in it as a comment. */
export function kubectlScript({ scenario, seed, inputs }: Recording): string {
  const head = [
    '#!/bin/sh',
    `# From Podyssey: scenario ${comment(scenario)}, seed ${seed}.`,
    '# Waits are those of the simulated run. Needs kubectl, and a cluster that it may change.',
    'set -u',
    '',
  ];
  const lines = inputs.flatMap((input, index) => {
    const before = inputs[index - 1];
    const wait = before === undefined ? 0 : Math.ceil((input.at - before.at) / second);
    return [...(wait > 0 ? [`sleep ${wait}`] : []), ...inputLines(input)];
  });
  return `${[...head, ...lines].join('\n')}\n`;
}

function inputLines(input: TimedInput): readonly string[] {
  if (input.kind === 'host') return [`# On the machine: ${comment(writeHostAction(input.action))}`];
  if (input.kind === 'stdin') return [`# Typed: ${comment(terminalInputWords(input.typed))}`];
  if (input.kind === 'outside') return [`# From outside: ${comment(outsideWords(input.action))}`];
  const { line, user, stdin } = input;
  const [program, ...rest] = splitWords(line);
  if (program !== 'kubectl') return [`# Not a kubectl command: ${comment(line)}`];
  const command = ['kubectl', ...rest.map(quoted)].join(' ');
  const who = user === 'admin' ? [] : [`# As ${comment(user)}: with a kubeconfig of that person.`];
  if (stdin === undefined) return [...who, command];
  const mark = markFor(stdin);
  return [...who, `${command} <<'${mark}'`, ...stdin.replace(/\n$/, '').split('\n'), mark];
}

const quoted = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;

/** One line of a comment. */
const comment = (text: string): string => text.replace(/[\r\n\u2028\u2029]+/g, ' ');

/** A word that no line of the text equals. */
function markFor(text: string): string {
  const lines = new Set(text.split('\n'));
  let mark = 'EOF';
  while (lines.has(mark)) mark += '_';
  return mark;
}
