/**
 * `kubectl set env TYPE/NAME KEY=VALUE KEY-`.
 *
 * Models k8s.io/kubectl pkg/cmd/set set_env.go: variables are set, taken away, listed, or taken
 * from the keys of a config map or secret.
 */
import { ok } from '#base/result';
import type { Container, EnvVar } from '#k8s.io/api/core/v1';
import type { KubeObject } from '#k8s.io/apimachinery/meta/v1';
import type { Process } from '#sim/simulation';
import type { Command, Invocation } from '../command.ts';
import { arrayFlag, boolFlag, refused, sliceFlag, stringFlag } from '../command-line/flag-spec.ts';
import { fail, type Outcome } from '../failure.ts';
import { hasFiles } from '../manifest/read-manifests.ts';
import { mustFetchObjects } from '../resource/fetch-objects.ts';
import { objectsOf } from '../resource/objects-of.ts';
import { resolveArguments } from '../resource/resource-arguments.ts';
import { podSpecOf, withPodSpec } from './pod-spec.ts';
import { changeContainers, matchesName } from './select-containers.ts';
import { changeObjects, noResources, setFlags } from './send-change.ts';

export const setEnv: Command = {
  name: 'env',
  short: 'Update environment variables on a pod template',
  usage: 'RESOURCE/NAME KEY_1=VAL_1 ... KEY_N=VAL_N',
  flags: [
    stringFlag('containers', 'The names of containers to change', { shorthand: 'c', default: '*' }),
    arrayFlag('env', 'Key value pair for an environment variable', { shorthand: 'e' }),
    stringFlag('from', 'The name of a resource from which to inject variables'),
    sliceFlag('keys', 'Keys to import from the specified resource'),
    boolFlag('list', 'Display the environment and exit'),
    boolFlag('overwrite', 'Allow environment to be overwritten', { default: 'true' }),
    stringFlag('prefix', 'Prefix to append to variable names'),
    ...setFlags,
    ...refused(boolFlag('resolve', 'Show secret or config map references when listing')),
  ],
  run,
};

interface Changes {
  readonly set: readonly EnvVar[];
  readonly remove: readonly string[];
}

function* run(invocation: Invocation): Process<Outcome> {
  const { session, args, flags } = invocation;
  const isVariable = (arg: string): boolean => /^[^=/]+=|[^=/]-$/.test(arg);
  const named = args.filter((arg) => !isVariable(arg));
  if (named.length === 0 && !hasFiles(flags)) return noResources();
  const changes = changesOf([...args.filter(isVariable), ...flags.list('env')]);
  if (!changes.ok) return changes;
  if (flags.bool('list')) return yield* listVariables(invocation, named);
  const { set, remove } = changes.value;
  const from = flags.string('from') === '' ? ok([]) : yield* variablesFrom(invocation);
  if (!from.ok) return from;
  const all = { set: [...set, ...from.value], remove };
  if (flags.list('keys').length > 0 && flags.string('from') === '') {
    return fail('when specifying --keys, a configmap or secret must be provided with --from');
  }
  const pattern = flags.string('containers');
  return yield* changeObjects(invocation, named, 'env updated', ({ object }) =>
    withPodSpec(object, 'env', (spec) => {
      const taken = flags.bool('overwrite') ? undefined : takenName(spec.containers, pattern, all);
      if (taken !== undefined) {
        return fail(
          `'${taken.name}' already has a value (${taken.value ?? ''}), and --overwrite is false`,
        );
      }
      const changed = changeContainers(spec, pattern, (container) => withChanges(container, all));
      const { kind, metadata } = object;
      if (changed !== undefined) return ok(changed);
      const of = `${kind}/${metadata.name}`;
      session.err(`Warning: ${of} does not have any containers matching "${pattern}"\n`);
      return ok(spec);
    }),
  );
}

function changesOf(words: readonly string[]): Outcome<Changes> {
  const set: EnvVar[] = [];
  const remove: string[] = [];
  for (const word of words) {
    const equals = word.indexOf('=');
    if (equals > 0) {
      const name = word.slice(0, equals);
      if (!/^[-._a-zA-Z][-._a-zA-Z0-9]*$/.test(name)) {
        return fail(
          `"${name}" is not a valid key name: a valid environment variable name must consist of alphabetic characters, digits, '_', '-', or '.', and must not start with a digit (e.g. 'my.env-name',  or 'MY_ENV.NAME',  or 'MyEnvName1', regex used for validation is '[-._a-zA-Z][-._a-zA-Z0-9]*')`,
        );
      }
      set.push({ name, value: word.slice(equals + 1) });
    } else if (word.endsWith('-')) remove.push(word.slice(0, -1));
    else return fail(`unknown environment variable: ${word}`);
  }
  return ok({ set, remove });
}

const takenName = (
  containers: readonly Container[],
  pattern: string,
  { set }: Changes,
): EnvVar | undefined =>
  containers
    .filter(({ name }) => matchesName(name, pattern))
    .flatMap(({ env = [] }) => env)
    .find(({ name }) => set.some((each) => each.name === name));

/** Existing variables keep their place; new ones follow. */
function withChanges(container: Container, { set, remove }: Changes): Container {
  const { env = [], ...rest } = container;
  const kept = env
    .filter(({ name }) => !remove.includes(name))
    .map((variable) => set.find(({ name }) => name === variable.name) ?? variable);
  const added = set.filter(({ name }) => !kept.some((variable) => variable.name === name));
  const all = [...kept, ...added];
  return (all.length === 0 ? rest : { ...rest, env: all }) as Container;
}

/** Each key of a config map or secret as a variable that refers to it. */
function* variablesFrom({ session, flags }: Invocation): Process<Outcome<readonly EnvVar[]>> {
  const from = flags.string('from');
  const options = { selector: '', allNamespaces: false, wholeCollections: false };
  const requests = yield* resolveArguments(session, [from], options);
  if (!requests.ok) return requests;
  const { namespace } = session.config;
  const found = yield* mustFetchObjects(session, requests.value, { namespace, selector: '' });
  if (!found.ok) return found;
  const [source] = found.value;
  if (source === undefined) return ok([]);
  const { kind, metadata } = source.object;
  if (kind !== 'ConfigMap' && kind !== 'Secret')
    return fail(`unsupported resource specified in --from`);
  const { data = {} } = source.object as KubeObject & {
    readonly data?: Readonly<Record<string, string>>;
  };
  const wanted = flags.list('keys');
  const reference = kind === 'Secret' ? 'secretKeyRef' : 'configMapKeyRef';
  const keys = Object.keys(data)
    .sort()
    .filter((key) => wanted.length === 0 || wanted.includes(key));
  return ok(
    keys.map((key) => {
      const variable = variableOf(key);
      if (key !== variable) session.err(`Warning: key ${key} transferred to ${variable}\n`);
      return {
        name: `${flags.string('prefix')}${variable}`,
        valueFrom: { [reference]: { key, name: metadata.name } },
      };
    }),
  );
}

/** Source: set_env.go keyToEnvName. */
const variableOf = (key: string): string => key.toUpperCase().replace(/[^A-Z0-9_]/g, '_');

function* listVariables(invocation: Invocation, named: readonly string[]): Process<Outcome> {
  const { session, flags } = invocation;
  const infos = yield* objectsOf(invocation, named);
  if (!infos.ok) return infos;
  for (const { object } of infos.value) {
    const { containers = [] } = podSpecOf(object) ?? {};
    for (const { name, env = [] } of containers) {
      if (!matchesName(name, flags.string('containers'))) continue;
      session.out(`# ${object.kind} ${object.metadata.name}, container ${name}\n`);
      for (const variable of env) session.out(`${variableText(variable)}\n`);
    }
  }
  return ok(undefined);
}

function variableText({ name, value = '', valueFrom }: EnvVar): string {
  if (valueFrom?.secretKeyRef !== undefined) {
    const { name: secret, key } = valueFrom.secretKeyRef;
    return `# ${name} from secret ${secret ?? ''}, key ${key}`;
  }
  if (valueFrom?.configMapKeyRef !== undefined) {
    const { name: map, key } = valueFrom.configMapKeyRef;
    return `# ${name} from configmap ${map ?? ''}, key ${key}`;
  }
  if (valueFrom?.fieldRef !== undefined) {
    return `# ${name} from field path ${valueFrom.fieldRef.fieldPath}`;
  }
  if (valueFrom?.resourceFieldRef !== undefined) {
    const { containerName = '', resource } = valueFrom.resourceFieldRef;
    const of = containerName === '' ? '' : `${containerName}/`;
    return `# ${name} from resource field ${of}${resource}`;
  }
  return `${name}=${value}`;
}
