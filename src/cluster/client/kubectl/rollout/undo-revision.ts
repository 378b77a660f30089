/**
 * `kubectl rollout undo` of a daemon set or stateful set: the data of a controller revision is the
 * patch that restores it. Source: polymorphichelpers rollback.go DaemonSetRollbacker.
 */

import { err } from '#base/result';
import type { PodTemplateSpec } from '#k8s.io/api/core/v1';
import {
  asJson,
  deepEqual,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '#k8s.io/apimachinery/json-value';
import type { KubeObject } from '#k8s.io/apimachinery/meta/v1';
import type { Process } from '#sim/simulation';
import type { Invocation } from '../command.ts';
import { type Failure, fail, failureMessage, type Outcome } from '../failure.ts';
import { dryRunOf, dryRunQuery, printChanged } from '../mutation.ts';
import { appliedRevision, findRevisions } from './controller-revisions.ts';
import type { RolloutObject } from './rollout-objects.ts';
import { templateText } from './template-text.ts';

export function* undoRevision(
  invocation: Invocation,
  { resource, object }: RolloutObject,
): Process<Outcome> {
  const { session, flags } = invocation;
  const dryRun = dryRunOf(flags);
  if (!dryRun.ok) return dryRun;
  const { namespace = '', name } = object.metadata;
  const revisions = yield* findRevisions(session, object);
  if (!revisions.ok) return revisions;
  const asked = flags.int('to-revision');
  const target =
    asked > 0 ? revisions.value.find(({ revision }) => revision === asked) : revisions.value.at(-2);
  if (target === undefined) {
    if (asked === 0) return fail('no last revision to roll back to');
    return fail(`unable to find specified revision ${asked} in history`);
  }
  const data = target.data as JsonValue;
  if (dryRun.value === 'client') {
    const { template } = appliedRevision(object, target).spec as { template: PodTemplateSpec };
    const shown = `will roll back to ${templateText(template)}`;
    return printChanged(invocation, resource, object, shown, dryRun.value);
  }
  if (templateMatches(object, data)) {
    const done = `skipped rollback (current template already matches revision ${asked})`;
    return printChanged(invocation, resource, object, done, dryRun.value);
  }
  const at = {
    namespace,
    name,
    contentType: 'application/strategic-merge-patch+json',
    query: dryRunQuery(dryRun.value),
  };
  const patched = yield* session.client.patch<KubeObject>(resource, at, data);
  if (!patched.ok) return restoreFailure(patched.error, asked);
  return printChanged(invocation, resource, object, 'rolled back', dryRun.value);
}

const templateOf = (value: JsonValue | undefined): JsonObject => {
  const spec = isJsonObject(value) ? value['spec'] : undefined;
  const template = isJsonObject(spec) ? spec['template'] : undefined;
  if (!isJsonObject(template)) return {};
  const { $patch: _directive, ...rest } = template;
  return rest;
};

const templateMatches = (object: KubeObject, data: JsonValue): boolean =>
  deepEqual(templateOf(asJson(object)), templateOf(data));

/** The error of a failed undo. Source: rollback.go, the error of every rollbacker's patch. */
export const restoreFailure = (failure: Failure, revision: number) =>
  failure.kind === 'connection'
    ? err(failure)
    : fail(`failed restoring revision ${revision}: ${failureMessage(failure)}`);
