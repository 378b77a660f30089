/**
 * `kubectl rollout undo`: puts the template of an earlier revision back.
 *
 * Models k8s.io/kubectl pkg/polymorphichelpers rollback.go DeploymentRollbacker: everything is
 * decided here, the server only gets a JSON patch.
 */
import { ok } from '#base/result';
import type { Deployment, ReplicaSet } from '#k8s.io/api/apps/v1';
import { deepEqual } from '#k8s.io/apimachinery/json-value';
import type { Process } from '#sim/simulation';
import type { Command, Invocation } from '../command.ts';
import { intFlag } from '../command-line/flag-spec.ts';
import { fail, type Outcome } from '../failure.ts';
import { changeFlags, dryRunOf, dryRunQuery, printChanged } from '../mutation.ts';
import { findReplicaSets, withoutHash } from './replica-sets.ts';
import { byRevision, revisionOf } from './revisions.ts';
import { groupKind, type RolloutObject, rolloutFlags, visitRollouts } from './rollout-objects.ts';
import { templateText } from './template-text.ts';
import { restoreFailure, undoRevision } from './undo-revision.ts';

export const rolloutUndo: Command = {
  name: 'undo',
  short: 'Undo a previous rollout',
  usage: '(TYPE NAME | TYPE/NAME) [flags]',
  flags: [
    intFlag('to-revision', 'The revision to rollback to; 0 is the last revision'),
    ...changeFlags,
    ...rolloutFlags,
  ],
  run,
};

function* run(invocation: Invocation): Process<Outcome> {
  const visited = yield* visitRollouts(invocation, {
    refusal: (info) => `no rollbacker has been implemented for "${groupKind(info)}"`,
    *visit(object) {
      warnOfApply(invocation, object);
      const asked = invocation.flags.int('to-revision');
      if (asked < 0) return fail(`unable to find specified revision ${asked} in history`);
      return object.resource.kind === 'Deployment'
        ? yield* undo(invocation, object)
        : yield* undoRevision(invocation, object);
    },
  });
  return visited.ok ? ok(undefined) : visited;
}

const lastApplied = 'kubectl.kubernetes.io/last-applied-configuration';

/** Source: rollout_undo.go warningRollbackApplyManagedResource. */
function warnOfApply({ session }: Invocation, { resource, object }: RolloutObject): void {
  if (object.metadata.annotations?.[lastApplied] === undefined) return;
  session.err(
    `Warning: resource ${resource.resource}/${object.metadata.name} was previously managed with ` +
      `'kubectl apply'. Rolling back will not update the ${lastApplied} annotation, which may ` +
      "cause unexpected behavior on future 'kubectl apply' operations. Consider using " +
      "'kubectl apply' with your previous configuration file instead.\n",
  );
}

function* undo(invocation: Invocation, { resource, object }: RolloutObject): Process<Outcome> {
  const { session, flags } = invocation;
  const dryRun = dryRunOf(flags);
  if (!dryRun.ok) return dryRun;
  const { namespace = '', name } = object.metadata;
  const read = yield* session.client.get<Deployment>(resource, { namespace, name });
  if (!read.ok) return read;
  const sets = yield* findReplicaSets(session, read.value);
  if (!sets.ok) return sets;
  const target = targetOf(sets.value.all, flags.int('to-revision'), name);
  if (!target.ok) return target;
  if (dryRun.value === 'client') {
    const shown = templateText(target.value.spec.template);
    return printChanged(invocation, resource, object, shown, dryRun.value);
  }
  if (read.value.spec.paused === true) {
    return fail(
      'you cannot rollback a paused deployment; resume it first with ' +
        "'kubectl rollout resume' and try again",
    );
  }
  const template = target.value.spec.template;
  if (template === undefined) return fail(`replica set ${target.value.metadata.name} is empty`);
  const wanted = withoutHash(template);
  if (deepEqual(wanted, read.value.spec.template)) {
    const asked = flags.int('to-revision');
    const operation = `skipped rollback (current template already matches revision ${asked})`;
    return printChanged(invocation, resource, object, operation, dryRun.value);
  }
  const value = annotationsOf(read.value, target.value);
  const patch = [
    { op: 'replace', path: '/spec/template', value: wanted },
    { op: 'replace', path: '/metadata/annotations', value },
  ];
  const contentType = 'application/json-patch+json';
  const query = dryRunQuery(dryRun.value);
  const at = { namespace, name, contentType, query };
  const patched = yield* session.client.patch(resource, at, patch);
  if (!patched.ok) return restoreFailure(patched.error, flags.int('to-revision'));
  return printChanged(invocation, resource, object, 'rolled back', dryRun.value);
}

/** The requested revision, or the second newest. Source: rollback.go deploymentRevision. */
function targetOf(
  sets: readonly ReplicaSet[],
  revision: number,
  name: string,
): Outcome<ReplicaSet> {
  const numbered = byRevision(sets);
  const found =
    revision > 0 ? numbered.find((set) => revisionOf(set) === revision) : numbered.at(-2);
  if (found !== undefined) return ok(found);
  return revision > 0
    ? fail(`unable to find specified revision ${revision} in history`)
    : fail(`no rollout history found for deployment "${name}"`);
}

/** Annotations that belong to the deployment itself, whatever its revision. */
const ownAnnotations = new Set([
  'kubectl.kubernetes.io/last-applied-configuration',
  'deployment.kubernetes.io/revision',
  'deployment.kubernetes.io/revision-history',
  'deployment.kubernetes.io/desired-replicas',
  'deployment.kubernetes.io/max-replicas',
  'deprecated.deployment.rollback.to',
]);

function annotationsOf(
  deployment: Deployment,
  target: ReplicaSet,
): Readonly<Record<string, string>> {
  const pick = (from: Readonly<Record<string, string>> = {}, own: boolean) =>
    Object.fromEntries(Object.entries(from).filter(([key]) => ownAnnotations.has(key) === own));
  return {
    ...pick(deployment.metadata.annotations, true),
    ...pick(target.metadata.annotations, false),
  };
}
