/**
 * `kubectl auth reconcile -f -`: roles and bindings that grant at least what the manifests say.
 *
 * Models k8s.io/kubectl pkg/cmd/auth reconcile.go and the modifiers of component-helpers
 * auth/rbac/reconciliation: one read of each object, then a create, an update or both. Objects of
 * other kinds are skipped.
 */
import { err, ok } from '#base/result';
import type { PolicyRule, Subject } from '#k8s.io/api/rbac/v1';
import type { KubeObject } from '#k8s.io/apimachinery/meta/v1';
import { namespaces } from '#k8s.io/client-go/rest/resource';
import type { Process } from '#sim/simulation';
import type { Command, Invocation } from '../command.ts';
import { boolFlag } from '../command-line/flag-spec.ts';
import { type Failure, fail, type Outcome } from '../failure.ts';
import {
  filenameFlags,
  hasFiles,
  type Manifest,
  readManifests,
} from '../manifest/read-manifests.ts';
import { changeFlags, dryRunOf, printChanged } from '../mutation.ts';
import type { Session } from '../session.ts';
import {
  type RbacObject,
  type Reconciled,
  reconciledBinding,
  reconciledRole,
  toCreate,
} from './reconciled.ts';

export const reconcile: Command = {
  name: 'reconcile',
  short:
    'Reconciles rules for RBAC role, role binding, cluster role, and cluster role binding objects',
  usage: '-f FILENAME',
  flags: [
    ...filenameFlags,
    boolFlag('remove-extra-permissions', 'Remove extra permissions added to roles'),
    boolFlag('remove-extra-subjects', 'Remove extra subjects added to rolebindings'),
    ...changeFlags,
  ],
  run,
};

/** How many retries there are when others create or delete the object meanwhile. */
const attempts = 3;

function* run(invocation: Invocation): Process<Outcome> {
  const { args, flags } = invocation;
  if (!hasFiles(flags)) return fail('must specify one of -f and -k');
  if (args.length > 0) return fail('no arguments are allowed');
  const dryRun = dryRunOf(flags);
  if (!dryRun.ok) return dryRun;
  if (dryRun.value === 'server') {
    return fail('--dry-run=server for command reconcile is not supported yet');
  }
  const read = yield* readManifests(invocation, false);
  if (!read.ok) return read;
  for (const manifest of invocation.session.sim.inTurn(read.value.manifests)) {
    const { group } = manifest.resource;
    if (group !== 'rbac.authorization.k8s.io') continue;
    const done = yield* reconcileOne(invocation, manifest, dryRun.value === 'client');
    if (!done.ok) return done;
  }
  const { failure } = read.value;
  return failure === undefined ? ok(undefined) : err(failure);
}

function* reconcileOne(
  invocation: Invocation,
  manifest: Manifest,
  dryRun: boolean,
): Process<Outcome> {
  const { session, flags } = invocation;
  const { resource } = manifest;
  const ofRules = !resource.resource.endsWith('bindings');
  const flag = ofRules ? 'remove-extra-permissions' : 'remove-extra-subjects';
  const removeExtra = flags.bool(flag);
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const planned = yield* plan(session, manifest, removeExtra);
    if (!planned.ok) return planned;
    const written =
      dryRun || planned.value.isProtected
        ? ok(planned.value.object)
        : yield* carryOut(session, manifest, planned.value);
    if (!written.ok) {
      if (isRace(written.error, planned.value.operation)) continue;
      return written;
    }
    const how = dryRun ? 'client' : 'none';
    const printed = printChanged(invocation, resource, written.value, 'reconciled', how);
    if (!printed.ok) return printed;
    session.err(explanation(planned.value, ofRules, removeExtra));
    return ok(undefined);
  }
  return fail('exceeded maximum attempts');
}

/** Another client created or deleted the object in between. */
const isRace = (failure: Failure, operation: string): boolean =>
  hasReason(failure, [operation === 'update' ? 'NotFound' : 'AlreadyExists']);

function* plan(
  { client }: Session,
  { resource, object, namespace, name }: Manifest,
  removeExtra: boolean,
): Process<Outcome<Reconciled>> {
  const expected = object as RbacObject;
  const existing = yield* client.get<RbacObject>(resource, { namespace, name });
  if (!existing.ok) {
    return hasReason(existing.error, ['NotFound']) ? ok(toCreate(expected)) : existing;
  }
  const planned = resource.resource.endsWith('bindings') ? reconciledBinding : reconciledRole;
  return ok(planned(existing.value, expected, removeExtra));
}

function* carryOut(
  session: Session,
  { resource, namespace, name }: Manifest,
  { object, operation }: Reconciled,
): Process<Outcome<RbacObject>> {
  const { client } = session;
  if (operation === 'none') return ok(object);
  if (operation === 'update') {
    return yield* client.update<RbacObject>(resource, { namespace, name }, object);
  }
  if (operation === 'recreate') {
    const gone = yield* client.delete<KubeObject>(resource, { namespace, name }, undefined);
    if (!gone.ok && !hasReason(gone.error, ['NotFound'])) return gone;
  }
  if (namespace !== '') {
    const there = yield* ensureNamespace(session, namespace);
    if (!there.ok) return there;
  }
  return yield* client.create<RbacObject>(resource, { namespace }, object);
}

/** Creates the namespace if that is allowed. Source: namespace.go tryEnsureNamespace. */
function* ensureNamespace({ client }: Session, name: string): Process<Outcome> {
  const found = yield* client.get<KubeObject>(namespaces, { namespace: '', name });
  if (found.ok) return ok(undefined);
  if (!hasReason(found.error, ['NotFound', 'Forbidden'])) return found;
  const body = { apiVersion: 'v1', kind: 'Namespace', metadata: { name } };
  const made = yield* client.create<KubeObject>(namespaces, { namespace: '' }, body);
  return made.ok || hasReason(made.error, ['AlreadyExists', 'Forbidden']) ? ok(undefined) : made;
}

const hasReason = (failure: Failure, reasons: readonly string[]): boolean =>
  failure.kind === 'status' && reasons.includes(failure.status.reason ?? '');

/** The changes made and their reasons, for standard error. Source: reconcile.go printResults. */
function explanation(
  { operation, isProtected, missing, extra }: Reconciled,
  ofRules: boolean,
  removeExtra: boolean,
): string {
  if (operation === 'none') return '';
  const caveat = ', but object opted out (rbac.authorization.kubernetes.io/autoupdate: false)';
  const what = ofRules ? 'rules' : 'subjects';
  return [
    `reconciliation required ${operation}${isProtected ? caveat : ''}`,
    ...(missing.length === 0 ? [] : [`missing ${what} added:`, ...missing.map(goText)]),
    ...(removeExtra && extra.length > 0 ? [`extra ${what} removed:`, ...extra.map(goText)] : []),
  ]
    .map((line) => `\t${line}\n`)
    .join('');
}

/** As Go's `%+v` prints them, indented one level more. */
function goText(value: PolicyRule | Subject): string {
  if (!('verbs' in value)) {
    const { kind, apiGroup = '', name, namespace = '' } = value;
    return `\t{Kind:${kind} APIGroup:${apiGroup} Name:${name} Namespace:${namespace}}`;
  }
  const list = (items: readonly string[] = []): string => `[${items.join(' ')}]`;
  const { verbs, apiGroups, resources, resourceNames, nonResourceURLs } = value;
  return (
    `\t{Verbs:${list(verbs)} APIGroups:${list(apiGroups)} Resources:${list(resources)} ` +
    `ResourceNames:${list(resourceNames)} NonResourceURLs:${list(nonResourceURLs)}}`
  );
}
