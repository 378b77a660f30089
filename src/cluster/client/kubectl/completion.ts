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

const listed = (info: ResourceInfo): boolean => info.verbs.includes('list');
const scaled = (info: ResourceInfo): boolean =>
  info.subresources.some(({ name }) => name === 'scale');
const templated = (info: ResourceInfo): boolean =>
  ['pods', 'cronjobs', 'jobs', 'replicationcontrollers'].includes(info.plural) ||
  info.group === 'apps';
const among =
  (...plurals: readonly string[]) =>
  (info: ResourceInfo): boolean =>
    plurals.includes(info.plural) && info.group !== 'extensions';

const rolled = among('deployments', 'daemonsets', 'statefulsets');

/** Which kinds a command takes as arguments; the others take no objects. */
const kindsOf: Readonly<Record<string, (info: ResourceInfo) => boolean>> = {
  ...Object.fromEntries(
    ['get', 'describe', 'wait', 'edit', 'label', 'annotate', 'patch', 'explain'].map((name) => [
      `kubectl ${name}`,
      listed,
    ]),
  ),
  'kubectl delete': (info) => info.verbs.includes('delete'),
  'kubectl scale': scaled,
  'kubectl autoscale': scaled,
  'kubectl expose': among(
    'pods',
    'services',
    'deployments',
    'replicasets',
    'replicationcontrollers',
  ),
  'kubectl taint': among('nodes'),
  'kubectl set env': templated,
  'kubectl set image': templated,
  'kubectl set resources': templated,
  'kubectl set serviceaccount': templated,
  'kubectl set selector': among('services'),
  'kubectl set subject': among('rolebindings', 'clusterrolebindings'),
  ...Object.fromEntries(
    ['history', 'restart', 'status', 'undo'].map((name) => [`kubectl rollout ${name}`, rolled]),
  ),
  'kubectl rollout pause': among('deployments'),
  'kubectl rollout resume': among('deployments'),
};

/** Commands that take names of one kind, without the kind. */
const namesFor: Readonly<Record<string, string>> = {
  'kubectl logs': 'pods',
  'kubectl exec': 'pods',
  'kubectl attach': 'pods',
  'kubectl debug': 'pods',
  'kubectl top pod': 'pods',
  'kubectl cordon': 'nodes',
  'kubectl uncordon': 'nodes',
  'kubectl drain': 'nodes',
  'kubectl top node': 'nodes',
  'kubectl create token': 'serviceaccounts',
  'kubectl certificate approve': 'certificatesigningrequests',
  'kubectl certificate deny': 'certificatesigningrequests',
};

/** What may stand after a flag, for flags whose values are few. */
const valuesOf: Readonly<Record<string, readonly string[]>> = {
  output: ['custom-columns=', 'json', 'jsonpath=', 'name', 'wide', 'yaml'],
  'dry-run': ['client', 'none', 'server'],
  cascade: ['background', 'foreground', 'orphan'],
  for: ['condition=', 'create', 'delete', 'jsonpath='],
  profile: ['baseline', 'general', 'legacy', 'netadmin', 'restricted', 'sysadmin'],
  restart: ['Always', 'Never', 'OnFailure'],
  type: ['json', 'merge', 'strategic'],
  validate: ['ignore', 'strict', 'warn'],
};

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
  const [, flag = '', value] = /^--([\w-]+)=(.*)$/.exec(current) ?? [];
  if (value !== undefined) return flagValues(flag, knownNames).map((each) => `--${flag}=${each}`);
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
  return valuesOf[name] ?? [];
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
  const plural = namesFor[path];
  if (plural !== undefined) return type === undefined ? (knownNames[plural] ?? []) : [];
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
