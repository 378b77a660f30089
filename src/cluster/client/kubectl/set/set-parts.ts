/**
 * `kubectl set resources|serviceaccount|selector|subject`.
 *
 * Models k8s.io/kubectl pkg/cmd/set set_resources.go, set_serviceaccount.go, set_selector.go and
 * set_subject.go.
 */
import { ok } from '#base/result';
import type { Subject } from '#k8s.io/api/rbac/v1';
import { asObject } from '#k8s.io/apimachinery/json-value';
import { parseToLabelSelector } from '#k8s.io/apimachinery/labels';
import type { KubeObject } from '#k8s.io/apimachinery/meta/v1';
import { parseQuantity, quantityFormatError } from '#k8s.io/apimachinery/quantity';
import type { Process } from '#sim/simulation';
import type { Command, Invocation } from '../command.ts';
import { arrayFlag, sliceFlag, stringFlag } from '../command-line/flag-spec.ts';
import { fail, type Outcome } from '../failure.ts';
import { hasFiles } from '../manifest/read-manifests.ts';
import { missingResources } from '../resource/missing-resources.ts';
import { withPodSpec } from './pod-spec.ts';
import { changeContainers } from './select-containers.ts';
import { changeObjects, noResources, setFlags } from './send-change.ts';

const setResources: Command = {
  name: 'resources',
  short: 'Update resource requests/limits on objects with pod templates',
  usage: '(-f FILENAME | TYPE NAME) ([--limits=LIMITS & --requests=REQUESTS]',
  flags: [
    stringFlag('containers', 'The names of containers to change', { shorthand: 'c', default: '*' }),
    stringFlag('limits', "The resource limits, 'cpu=100m,memory=256Mi'"),
    stringFlag('requests', "The resource requests, 'cpu=100m,memory=256Mi'"),
    ...setFlags,
  ],
  run: runResources,
};

function* runResources(invocation: Invocation): Process<Outcome> {
  const { args, flags } = invocation;
  if (args.length === 0 && !hasFiles(flags)) return noResources();
  const [limits, requests] = [
    quantities(flags.string('limits')),
    quantities(flags.string('requests')),
  ];
  if (!limits.ok) return limits;
  if (!requests.ok) return requests;
  if (Object.keys({ ...limits.value, ...requests.value }).length === 0) {
    return fail(
      'you must specify an update to requests or limits (in the form of --requests/--limits)',
    );
  }
  const pattern = flags.string('containers');
  return yield* changeObjects(invocation, args, 'resource requirements updated', ({ object }) =>
    withPodSpec(object, 'resources', (spec) => {
      const changed = changeContainers(spec, pattern, (container) => {
        const before = container.resources ?? {};
        const merged = {
          ...before,
          ...part('limits', before.limits, limits.value),
          ...part('requests', before.requests, requests.value),
        };
        return { ...container, resources: merged };
      });
      return changed === undefined
        ? fail(`unable to find container named ${pattern}`)
        : ok(changed);
    }),
  );
}

type Pairs = Readonly<Record<string, string>>;

const part = (name: string, before: Pairs | undefined, wanted: Pairs) =>
  Object.keys(wanted).length === 0 ? {} : { [name]: { ...before, ...wanted } };

function quantities(text: string): Outcome<Pairs> {
  const pairs: Record<string, string> = {};
  for (const pair of text.split(',').filter((each) => each !== '')) {
    const [name = '', value, ...more] = pair.split('=');
    if (value === undefined || more.length > 0) {
      return fail(`Invalid argument syntax ${pair}, expected <resource>=<value>`);
    }
    if (parseQuantity(value) === undefined) return fail(quantityFormatError);
    pairs[name] = value;
  }
  return ok(pairs);
}

const setServiceAccount: Command = {
  name: 'serviceaccount',
  aliases: ['sa'],
  short: 'Update the service account of a resource',
  usage: '(-f FILENAME | TYPE NAME) SERVICE_ACCOUNT',
  flags: setFlags,
  run: runServiceAccount,
};

function* runServiceAccount(invocation: Invocation): Process<Outcome> {
  const { args } = invocation;
  const serviceAccountName = args.at(-1);
  if (serviceAccountName === undefined) return fail('serviceaccount is required');
  const named = args.slice(0, -1);
  return yield* changeObjects(invocation, named, 'serviceaccount updated', ({ object }) =>
    withPodSpec(object, 'serviceaccount', (spec) => {
      const { serviceAccount: _old, ...rest } = spec as typeof spec & { serviceAccount?: string };
      return ok({ ...rest, serviceAccountName });
    }),
  );
}

const setSelector: Command = {
  name: 'selector',
  short: 'Set the selector on a resource',
  usage: '(-f FILENAME | TYPE NAME) EXPRESSIONS [--resource-version=version]',
  flags: [stringFlag('resource-version', 'Precondition for resource version'), ...setFlags],
  run: runSelector,
};

function* runSelector(invocation: Invocation): Process<Outcome> {
  const { args, flags } = invocation;
  const expression = args.at(-1);
  if (expression === undefined) return fail('one selector is required');
  const selector = parseToLabelSelector(expression);
  if (!selector.ok) return fail(selector.error);
  const { matchLabels = {}, matchExpressions = [] } = selector.value;
  const version = flags.string('resource-version');
  return yield* changeObjects(invocation, args.slice(0, -1), 'selector updated', ({ object }) => {
    if (object.kind !== 'Service') return fail('setting a selector is only supported for Services');
    if (matchExpressions.length > 0) {
      const shown = matchExpressions
        .map(({ key, operator, values = [] }) => `{${key} ${operator} [${values.join(' ')}]}`)
        .join(' ');
      return fail(`match expression [${shown}] not supported on this object`);
    }
    const { metadata } = object;
    const pinned = version === '' ? metadata : { ...metadata, resourceVersion: version };
    return ok(
      asObject({
        ...object,
        metadata: pinned,
        spec: { ...(object.spec as object), selector: matchLabels },
      }),
    );
  });
}

const setSubject: Command = {
  name: 'subject',
  short: 'Update the user, group, or service account in a role binding or cluster role binding',
  usage:
    '(-f FILENAME | TYPE NAME) [--user=username] [--group=groupname] [--serviceaccount=namespace:serviceaccountname]',
  flags: [
    arrayFlag('group', 'Groups to bind to the role'),
    sliceFlag('serviceaccount', 'Service accounts to bind to the role'),
    arrayFlag('user', 'Usernames to bind to the role'),
    ...setFlags,
  ],
  run: runSubject,
};

const rbac = 'rbac.authorization.k8s.io';

function* runSubject(invocation: Invocation): Process<Outcome> {
  const { args, flags } = invocation;
  if (args.length === 0 && !hasFiles(flags)) return missingResources();
  const wanted: Subject[] = [];
  for (const name of flags.list('user')) wanted.push({ kind: 'User', apiGroup: rbac, name });
  for (const name of flags.list('group')) wanted.push({ kind: 'Group', apiGroup: rbac, name });
  for (const account of flags.list('serviceaccount')) {
    const [namespace = '', name = '', ...more] = account.split(':');
    if (namespace === '' || name === '' || more.length > 0) {
      return fail('serviceaccount must be <namespace>:<name>');
    }
    wanted.push({ kind: 'ServiceAccount', name, namespace });
  }
  if (wanted.length === 0) {
    return fail('you must specify at least one value of user, group or serviceaccount');
  }
  const key = ({ kind, name, namespace = '' }: Subject): string => `${kind}/${namespace}/${name}`;
  return yield* changeObjects(invocation, args, 'subjects updated', ({ object }) => {
    if (object.kind !== 'RoleBinding' && object.kind !== 'ClusterRoleBinding') {
      return fail('setting subjects is only supported for RoleBinding/ClusterRoleBinding');
    }
    const { subjects = [] } = object as KubeObject & { readonly subjects?: readonly Subject[] };
    const known = new Set(subjects.map(key));
    const added = wanted.filter((subject) => !known.has(key(subject)));
    return ok(asObject({ ...object, subjects: [...subjects, ...added] }));
  });
}

export const setParts: readonly Command[] = [
  setResources,
  setSelector,
  setServiceAccount,
  setSubject,
];
