/**
 * The rules of roles and the subjects of bindings, from flags.
 *
 * Models k8s.io/kubectl pkg/cmd/create create_role.go, create_clusterrole.go, create_rolebinding.go.
 */
import { err, ok } from '#base/result';
import type { JsonObject } from '#k8s.io/apimachinery/json-value';
import type { Process } from '#sim/simulation';
import type { Invocation } from '../command.ts';
import { type Failure, fail, type Outcome } from '../failure.ts';
import { labelPairs } from '../label/label-pairs.ts';
import { resourceOfType } from '../resource/resource-arguments.ts';

const rbac = 'rbac.authorization.k8s.io';
const standardVerbs =
  'get list watch create update patch delete deletecollection use bind impersonate escalate * ' +
  'approve sign attest proxy';

/** Errors in resources are printed as a list without a prefix. */
const unprefixed = (failure: Failure) =>
  failure.kind === 'error'
    ? err({ kind: 'plain', message: failure.message, exitCode: 1 } as const)
    : err(failure);

/** One rule for each API group. Source: create_role.go generateResourcePolicyRules. */
export function* rulesOf({ session, flags }: Invocation): Process<Outcome<JsonObject>> {
  const given = [...new Set(flags.list('verb'))];
  const verbs = given.includes('*') ? ['*'] : given;
  const urls = flags.has('non-resource-url') ? flags.list('non-resource-url') : [];
  if (verbs.length === 0) return fail('at least one verb must be specified');
  if (flags.list('resource').length === 0 && urls.length === 0) {
    return fail('at least one resource must be specified');
  }
  const ofResources = flags.list('resource').length > 0;
  for (const verb of ofResources ? verbs : []) {
    if (!standardVerbs.split(' ').includes(verb)) {
      session.err(`Warning: '${verb}' is not a standard resource verb\n`);
    }
  }
  const groups = new Map<string, string[]>();
  for (const text of flags.list('resource')) {
    const [type = '', ...sub] = text.split('/');
    const found =
      type === '*' ? ok({ group: '', resource: '*' }) : yield* resourceOfType(session, type);
    if (!found.ok) return unprefixed(found.error);
    const { group, resource } = found.value;
    const name = [resource, ...sub].join('/');
    groups.set(group, [...(groups.get(group) ?? []), name]);
  }
  const names = [...new Set(flags.list('resource-name'))];
  const rules: JsonObject[] = [...groups.keys()].sort().map((group) => ({
    verbs,
    apiGroups: [group],
    resources: groups.get(group) ?? [],
    ...(names.length === 0 ? {} : { resourceNames: names }),
  }));
  if (urls.length > 0) rules.push({ verbs, nonResourceURLs: urls });
  return ok({ rules });
}

const urlVerbs = ['*', 'get', 'post', 'put', 'delete', 'patch', 'head', 'options'];

/**
 * Rules, or an aggregation of other roles. Source: create_clusterrole.go Validate, RunCreateRole.
 */
export function* clusterRulesOf(invocation: Invocation): Process<Outcome<JsonObject>> {
  const { flags } = invocation;
  const lists = ['non-resource-url', 'verb', 'resource', 'resource-name'];
  const aggregation = flags.string('aggregation-rule');
  if (aggregation !== '') {
    if (lists.some((name) => flags.list(name).length > 0)) {
      return fail(
        'aggregation rule must be specified without nonResourceURLs, verbs, resources or ' +
          'resourceNames',
      );
    }
    const matchLabels = labelPairs(aggregation);
    if (!matchLabels.ok) return matchLabels;
    const selectors = [{ matchLabels: matchLabels.value }];
    return ok({ rules: null, aggregationRule: { clusterRoleSelectors: selectors } });
  }
  const [urls, verbs] = [flags.list('non-resource-url'), flags.list('verb')];
  if (verbs.length === 0) return fail('at least one verb must be specified');
  if (urls.length === 0 && flags.list('resource').length === 0) {
    return fail('one of resource or nonResourceURL must be specified');
  }
  const odd = urls.length === 0 ? undefined : verbs.find((verb) => !urlVerbs.includes(verb));
  if (odd !== undefined) return fail(`invalid verb: '${odd}' for nonResourceURL`);
  for (const url of urls.filter((each) => each !== '*')) {
    if (!url.startsWith('/')) return fail('nonResourceURL should start with /');
    if (url.slice(0, -1).includes('*')) {
      return fail("nonResourceURL only supports wildcard matches when '*' is at the end");
    }
  }
  return yield* rulesOf(invocation);
}

/** Source: create_rolebinding.go createRoleBinding. */
export function* subjectsOf({ flags }: Invocation): Process<Outcome<JsonObject>> {
  const role = flags.has('role') ? flags.string('role') : '';
  const clusterRole = flags.string('clusterrole');
  if ((role === '') === (clusterRole === '')) {
    return fail(
      flags.has('role')
        ? 'exactly one of clusterrole or role must be specified'
        : 'exactly one clusterrole must be specified',
    );
  }
  const subjects: JsonObject[] = [];
  for (const name of flags.list('user')) subjects.push({ kind: 'User', apiGroup: rbac, name });
  for (const name of flags.list('group')) subjects.push({ kind: 'Group', apiGroup: rbac, name });
  for (const account of flags.list('serviceaccount')) {
    const [namespace = '', name = '', ...more] = account.split(':');
    if (namespace === '' || name === '' || more.length > 0) {
      return fail('serviceaccount must be <namespace>:<name>');
    }
    subjects.push({ kind: 'ServiceAccount', name, namespace });
  }
  const kind = role === '' ? 'ClusterRole' : 'Role';
  const roleRef = { apiGroup: rbac, kind, name: role || clusterRole };
  return ok({ ...(subjects.length === 0 ? {} : { subjects }), roleRef });
}
