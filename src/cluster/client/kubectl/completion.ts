/**
 * What the Tab key offers: commands, flags, kinds, names of objects.
 *
 * Models what `kubectl completion` sets up (k8s.io/kubectl pkg/util/completion), without asking the
 * server: the caller hands in the names. In: the line up to the cursor. Out: whole words for its
 * last word, sorted.
 */
import { splitWords } from '#base/shell-words';
import { type ResourceInfo, resourceForTypedName, resources } from '#k8s.io/apimachinery/resources';
import type { Command } from './command.ts';
import { descend, flagsOf, positionalWords } from './command-line/find-command.ts';
import { kubectlCommand } from './commands.ts';

/** Names of objects by the plural of their resource: `{ pods: ['nginx'], nodes: ['node-1'] }`. */
export type KnownNames = Readonly<Record<string, readonly string[]>>;

/** Which kinds a command takes as arguments; the others take no objects. */
const kindsOf: Readonly<Record<string, (info: ResourceInfo) => boolean>> = {
  'kubectl get': (info) => info.verbs.includes('list'),
  'kubectl describe': (info) => info.verbs.includes('list'),
  'kubectl delete': (info) => info.verbs.includes('delete'),
  'kubectl scale': (info) => info.subresources.some(({ name }) => name === 'scale'),
  ...Object.fromEntries(
    ['history', 'pause', 'restart', 'resume', 'status', 'undo'].map((name) => [
      `kubectl rollout ${name}`,
      (info: ResourceInfo) => info.plural === 'deployments',
    ]),
  ),
};

const podCommands = new Set(['kubectl logs', 'kubectl exec']);
const outputFormats = ['custom-columns=', 'json', 'jsonpath=', 'name', 'wide', 'yaml'];

export function completions(line: string, knownNames: KnownNames): readonly string[] {
  const words = splitWords(line);
  const current = /\s$/.test(line) || words.length === 0 ? '' : (words.at(-1) ?? '');
  const before = current === '' ? words : words.slice(0, -1);
  return candidates(before, current, knownNames)
    .filter((word) => word.startsWith(current))
    .sort();
}

function candidates(
  before: readonly string[],
  current: string,
  knownNames: KnownNames,
): readonly string[] {
  const [program, ...rest] = before;
  if (program === undefined) return ['kubectl'];
  if (program !== 'kubectl' || rest.includes('--')) return [];
  const { command, path, rest: given } = descend(kubectlCommand, rest);
  const specs = flagsOf(command);
  const last = given.at(-1) ?? '';
  const open = [...specs.values()].find(
    ({ name, shorthand, noValue }) =>
      noValue === undefined && (last === `--${name}` || last === `-${shorthand}`),
  );
  if (open !== undefined) return flagValues(open.name, knownNames);
  if (current.startsWith('-')) {
    return [...specs.values()]
      .filter(({ simulated }) => simulated !== false)
      .map(({ name }) => `--${name}`);
  }
  if (command.subcommands !== undefined) return subcommandNames(command);
  return objectWords(path, positionalWords(given, specs), current, knownNames);
}

function flagValues(name: string, knownNames: KnownNames): readonly string[] {
  if (name === 'namespace') return knownNames['namespaces'] ?? [];
  return name === 'output' ? outputFormats : [];
}

const subcommandNames = ({ subcommands = [] }: Command): readonly string[] =>
  subcommands.filter(({ simulated }) => simulated !== false).map(({ name }) => name);

/** Kinds first, then names of that kind; or both in one word with a slash. */
function objectWords(
  path: string,
  [type]: readonly string[],
  current: string,
  knownNames: KnownNames,
): readonly string[] {
  if (podCommands.has(path)) return type === undefined ? (knownNames['pods'] ?? []) : [];
  const takes = kindsOf[path];
  if (takes === undefined) return [];
  const slash = current.indexOf('/');
  if (slash >= 0) {
    const word = current.slice(0, slash);
    return namesOf(word, knownNames).map((name) => `${word}/${name}`);
  }
  if (type !== undefined) return namesOf(type, knownNames);
  return [...new Set(resources.filter(takes).map(({ plural }) => plural))];
}

const namesOf = (type: string, knownNames: KnownNames): readonly string[] =>
  knownNames[resourceForTypedName(type)?.plural ?? ''] ?? [];
