/**
 * The `kubectl create …` commands that only turn flags into an object.
 *
 * Models k8s.io/kubectl pkg/cmd/create: each upstream file is one entry here. In: flags. Out: the
 * object, sent by a typed client.
 */
import { base64OfText } from '#base/base64';
import { defined } from '#base/defined';
import { ok } from '#base/result';
import { asJson, asObject, type JsonObject } from '#k8s.io/apimachinery/json-value';
import { parseToLabelSelector } from '#k8s.io/apimachinery/labels';
import type { KubeObject, New } from '#k8s.io/apimachinery/meta/v1';
import { parseQuantity, quantityFormatError } from '#k8s.io/apimachinery/quantity';
import { resourceForKind } from '#k8s.io/apimachinery/resources';
import { configMapKeyErrors } from '#k8s.io/apimachinery/validation';
import type { Process } from '#sim/simulation';
import type { Command, Invocation } from '../command.ts';
import {
  arrayFlag,
  boolFlag,
  type FlagSpec,
  intFlag,
  refused,
  sliceFlag,
  stringFlag,
} from '../command-line/flag-spec.ts';
import { fail, type Outcome } from '../failure.ts';
import { contentHash } from './content-hash.ts';
import { createFlags, createObject, givenNamespace, nameArgument } from './create-object.ts';
import { clusterRulesOf, rulesOf, subjectsOf } from './rbac-parts.ts';

interface Recipe {
  readonly name: string;
  readonly aliases?: readonly string[];
  readonly apiVersion: string;
  readonly kind: string;
  readonly flags: readonly FlagSpec[];
  /** The prefix of a failure's message. */
  readonly wrapper?: string;
  /** What the object has besides its name; `labels` go into its metadata. */
  readonly parts: (invocation: Invocation, name: string) => Process<Outcome<JsonObject>>;
}

const command = (recipe: Recipe): Command => ({
  name: recipe.name,
  ...defined({ aliases: recipe.aliases }),
  short: `Create a ${recipe.kind}`,
  usage: 'NAME',
  flags: [...recipe.flags, ...createFlags],
  run: (invocation) => run(invocation, recipe),
});

function* run(invocation: Invocation, recipe: Recipe): Process<Outcome> {
  const { apiVersion, kind, wrapper } = recipe;
  const name = nameArgument(invocation);
  if (!name.ok) return name;
  const info = resourceForKind(apiVersion, kind);
  if (info === undefined) return fail(`no matches for kind "${kind}" in version "${apiVersion}"`);
  const parts = yield* recipe.parts(invocation, name.value);
  if (!parts.ok) return parts;
  const place = info.namespaced ? givenNamespace(invocation) : {};
  const { labels, ...rest } = parts.value;
  const labelled = defined({ labels });
  const isHashed = recipe.flags.includes(appendHashFlag) && invocation.flags.bool('append-hash');
  const hash = isHashed ? `-${contentHash(kind, name.value, rest)}` : '';
  const metadata = { name: name.value + hash, ...place, ...labelled };
  const object = { apiVersion, kind, metadata, ...rest };
  const resource = { ...info, resource: info.plural };
  const body = asObject<New<KubeObject>>(object);
  return yield* createObject(invocation, resource, body, wrapper);
}

const appendHashFlag = boolFlag('append-hash', 'Append a hash of the object to its name');

const literalFlags: readonly FlagSpec[] = [
  arrayFlag('from-literal', 'A key and its literal value (key=value)'),
  sliceFlag('from-env-file', 'Files with lines of key=value'),
  sliceFlag('from-file', 'Files whose content becomes values'),
  appendHashFlag,
];

/** The error of an invalid key: config maps and secrets have different texts. */
interface LiteralWords {
  readonly invalid: (why: readonly string[]) => string;
  readonly quotes: boolean;
  readonly where: string;
}

/** `key=value` texts. Source: pkg/util ParseLiteralSource, handleConfigMapFromLiteralSources. */
function literals({ flags }: Invocation, words: LiteralWords): Outcome<Record<string, string>> {
  // There are no files on this machine. Source: handleConfigMapFromFileSources.
  const file = [...flags.list('from-file'), ...flags.list('from-env-file')][0];
  if (file !== undefined) {
    return fail(`error reading ${file.slice(file.indexOf('=') + 1)}: no such file or directory`);
  }
  const data: Record<string, string> = {};
  for (const text of flags.list('from-literal')) {
    const equals = text.indexOf('=');
    if (equals <= 0) return fail(`invalid literal source ${text}, expected key=value`);
    const key = text.slice(0, equals);
    const wrong = configMapKeyErrors(key);
    if (wrong.length > 0) return fail(`"${key}" is ${words.invalid(wrong)}`);
    if (Object.hasOwn(data, key)) {
      const quoted = words.quotes ? `"${key}"` : key;
      return fail(
        `cannot add key ${quoted}, another key by that name already exists${words.where}`,
      );
    }
    data[key] = text.slice(equals + 1).replace(/^(["'])(.*)\1$/s, '$2');
  }
  return ok(data);
}

const pairsText = (pairs: Readonly<Record<string, string>>) =>
  Object.keys(pairs).length === 0 ? undefined : pairs;

const configMap = command({
  name: 'configmap',
  aliases: ['cm'],
  apiVersion: 'v1',
  kind: 'ConfigMap',
  flags: literalFlags,
  wrapper: 'failed to create configmap:',
  *parts(invocation, name) {
    const data = literals(invocation, {
      invalid: (why) => `not a valid key name for a ConfigMap: ${why.join(',')}`,
      quotes: true,
      where: ` in Data for ConfigMap "${name}"`,
    });
    if (!data.ok) return data;
    const some = pairsText(data.value);
    return ok(defined({ data: some }));
  },
});

const genericSecret = command({
  name: 'generic',
  apiVersion: 'v1',
  kind: 'Secret',
  flags: [stringFlag('type', 'The type of secret to create'), ...literalFlags],
  wrapper: 'failed to create secret',
  *parts(invocation) {
    const data = literals(invocation, {
      invalid: (why) => `not valid key name for a Secret ${why.join(';')}`,
      quotes: false,
      where: '',
    });
    if (!data.ok) return data;
    const encoded = Object.entries(data.value).map(([key, text]) => [key, base64OfText(text)]);
    const type = invocation.flags.string('type');
    return ok({
      ...(encoded.length === 0 ? {} : { data: Object.fromEntries(encoded) as JsonObject }),
      ...(type === '' ? {} : { type }),
    });
  },
});

const dockerSecret = command({
  name: 'docker-registry',
  apiVersion: 'v1',
  kind: 'Secret',
  flags: [
    stringFlag('docker-email', 'Email for Docker registry'),
    stringFlag('docker-password', 'Password for Docker registry authentication'),
    stringFlag('docker-server', 'Server location for Docker registry', {
      default: 'https://index.docker.io/v1/',
    }),
    stringFlag('docker-username', 'Username for Docker registry authentication'),
    appendHashFlag,
    ...refused(sliceFlag('from-file', 'Files whose content becomes values')),
  ],
  wrapper: 'failed to create secret',
  *parts({ flags }) {
    const [username, password] = [flags.string('docker-username'), flags.string('docker-password')];
    const server = flags.string('docker-server');
    if (username === '' || password === '' || server === '') {
      return fail(
        'either --from-file or the combination of --docker-username, --docker-password and ' +
          '--docker-server is required',
      );
    }
    const email = flags.string('docker-email');
    const auth = base64OfText(`${username}:${password}`);
    const entry = { username, password, ...(email === '' ? {} : { email }), auth };
    const text = JSON.stringify({ auths: { [server]: entry } });
    return ok({
      data: { '.dockerconfigjson': base64OfText(text) },
      type: 'kubernetes.io/dockerconfigjson',
    });
  },
});

const tlsSecret = command({
  name: 'tls',
  apiVersion: 'v1',
  kind: 'Secret',
  flags: [
    stringFlag('cert', 'Path to PEM encoded public key certificate'),
    stringFlag('key', 'Path to private key associated with given certificate'),
    appendHashFlag,
  ],
  *parts({ flags }) {
    const [cert, key] = [flags.string('cert'), flags.string('key')];
    if (cert === '' || key === '') return fail('key and cert must be specified');
    // There are no files on this machine. Source: create_secret_tls.go readFile.
    return fail(`Cannot read file ${cert}, open ${cert}: no such file or directory`);
  },
});

const secret: Command = {
  name: 'secret',
  short: 'Create a secret using a specified subcommand',
  usage: 'SUBCOMMAND',
  subcommands: [genericSecret, dockerSecret, tlsSecret],
};

/** Source: create_quota.go populateResourceListV1. */
function quantitiesOf(text: string): Outcome<Readonly<Record<string, string>>> {
  const quantities: Record<string, string> = {};
  for (const statement of text === '' ? [] : text.split(',')) {
    const [name = '', quantity, ...more] = statement.split('=');
    if (quantity === undefined || more.length > 0) {
      return fail(`Invalid argument syntax ${statement}, expected <resource>=<value>`);
    }
    if (parseQuantity(quantity) === undefined) return fail(quantityFormatError);
    quantities[name] = quantity;
  }
  return ok(quantities);
}

const quota = command({
  name: 'quota',
  aliases: ['resourcequota'],
  apiVersion: 'v1',
  kind: 'ResourceQuota',
  flags: [
    stringFlag('hard', 'resource=quantity pairs that define the limits'),
    stringFlag('scopes', 'Scopes that the objects must all match'),
  ],
  wrapper: 'failed to create quota:',
  *parts({ flags }) {
    const hard = quantitiesOf(flags.string('hard'));
    if (!hard.ok) return hard;
    const asked = flags.string('scopes');
    const scopes = asked === '' ? [] : asked.split(',');
    if (scopes.includes('')) return fail('invalid resource quota scope ""');
    const some = pairsText(hard.value);
    return ok({
      spec: {
        ...defined({ hard: some }),
        ...(scopes.length === 0 ? {} : { scopes }),
      },
      status: {},
    });
  },
});

const roleFlags: readonly FlagSpec[] = [
  sliceFlag('verb', 'Verbs that apply to the resources'),
  sliceFlag('resource', 'Resources that the rule applies to'),
  arrayFlag('resource-name', 'Names that the rule applies to'),
];

const role = command({
  name: 'role',
  apiVersion: 'rbac.authorization.k8s.io/v1',
  kind: 'Role',
  flags: roleFlags,
  parts: rulesOf,
});

const clusterRole = command({
  name: 'clusterrole',
  apiVersion: 'rbac.authorization.k8s.io/v1',
  kind: 'ClusterRole',
  flags: [
    ...roleFlags,
    sliceFlag('non-resource-url', 'URLs that the rule applies to'),
    stringFlag('aggregation-rule', 'Labels of the roles to combine'),
  ],
  parts: clusterRulesOf,
});

const bindingFlags: readonly FlagSpec[] = [
  stringFlag('clusterrole', 'The ClusterRole that this binding refers to'),
  arrayFlag('group', 'Groups to bind to the role'),
  arrayFlag('serviceaccount', 'Service accounts to bind to the role (namespace:name)'),
  arrayFlag('user', 'Usernames to bind to the role'),
];

const roleBinding = command({
  name: 'rolebinding',
  apiVersion: 'rbac.authorization.k8s.io/v1',
  kind: 'RoleBinding',
  flags: [stringFlag('role', 'The Role that this binding refers to'), ...bindingFlags],
  wrapper: 'failed to create rolebinding:',
  parts: subjectsOf,
});

const clusterRoleBinding = command({
  name: 'clusterrolebinding',
  apiVersion: 'rbac.authorization.k8s.io/v1',
  kind: 'ClusterRoleBinding',
  flags: bindingFlags,
  wrapper: 'failed to create clusterrolebinding:',
  parts: subjectsOf,
});

const priorityClass = command({
  name: 'priorityclass',
  aliases: ['pc'],
  apiVersion: 'scheduling.k8s.io/v1',
  kind: 'PriorityClass',
  flags: [
    stringFlag('description', 'When to use this priority class'),
    boolFlag('global-default', 'Whether pods without a class have this priority'),
    stringFlag('preemption-policy', 'PreemptLowerPriority or Never', {
      default: 'PreemptLowerPriority',
    }),
    intFlag('value', 'The value of this priority class'),
  ],
  wrapper: 'failed to create priorityclass:',
  *parts({ flags }) {
    const description = flags.string('description');
    return ok({
      value: flags.int('value'),
      ...(flags.bool('global-default') ? { globalDefault: true } : {}),
      ...(description === '' ? {} : { description }),
      preemptionPolicy: flags.string('preemption-policy'),
    });
  },
});

const disruptionBudget = command({
  name: 'poddisruptionbudget',
  aliases: ['pdb'],
  apiVersion: 'policy/v1',
  kind: 'PodDisruptionBudget',
  flags: [
    stringFlag('max-unavailable', 'How many or what share of pods may be gone'),
    stringFlag('min-available', 'How many or what share of pods must be there'),
    stringFlag('selector', 'A label selector for the pods'),
  ],
  wrapper: 'failed to create poddisruptionbudgets:',
  *parts({ flags }) {
    const [least, most] = [flags.string('min-available'), flags.string('max-unavailable')];
    if (flags.string('selector') === '') return fail('a selector must be specified');
    if (least === '' && most === '') {
      return fail('one of min-available or max-unavailable must be specified');
    }
    if (least !== '' && most !== '') {
      return fail('min-available and max-unavailable cannot be both specified');
    }
    const share = /^[0-9]+%?$/;
    const wrong = least !== '' && !share.test(least) ? 'min-available' : undefined;
    if (wrong !== undefined || (most !== '' && !share.test(most))) {
      return fail(`invalid format specified for ${wrong ?? 'max-unavailable'}`);
    }
    const selector = parseToLabelSelector(flags.string('selector'));
    if (!selector.ok) return fail(selector.error);
    const count = (text: string) => (/^\d+$/.test(text) ? Number(text) : text);
    return ok({
      spec: {
        ...(least === '' ? {} : { minAvailable: count(least) }),
        selector: asJson(selector.value),
        ...(most === '' ? {} : { maxUnavailable: count(most) }),
      },
      status: { disruptionsAllowed: 0, currentHealthy: 0, desiredHealthy: 0, expectedPods: 0 },
    });
  },
});

const namespace = command({
  name: 'namespace',
  aliases: ['ns'],
  apiVersion: 'v1',
  kind: 'Namespace',
  flags: [],
  *parts() {
    return ok({ spec: {}, status: {} });
  },
});

const serviceAccount = command({
  name: 'serviceaccount',
  aliases: ['sa'],
  apiVersion: 'v1',
  kind: 'ServiceAccount',
  flags: [],
  wrapper: 'failed to create serviceaccount:',
  *parts() {
    return ok({});
  },
});

export const simpleCreates: readonly Command[] = [
  clusterRole,
  clusterRoleBinding,
  configMap,
  namespace,
  disruptionBudget,
  priorityClass,
  quota,
  role,
  roleBinding,
  secret,
  serviceAccount,
];
