/** What rollout restart, pause and resume share: a small strategic merge patch of a deployment. */
import { ok } from '#base/result';
import type { KubeObject } from '#k8s.io/apimachinery/meta/v1';
import type { Process } from '#sim/simulation';
import type { Invocation } from '../command.ts';
import type { FlagSpec } from '../command-line/flag-spec.ts';
import { fail, type Outcome } from '../failure.ts';
import {
  fieldManagerFlag,
  managedFieldsFlag,
  outputFlag,
  printChanged,
  refusedPrintFlags,
} from '../mutation.ts';
import { type RolloutObject, rolloutFlags, rolloutObjects } from './rollout-objects.ts';

export const patchFlags: readonly FlagSpec[] = [
  outputFlag,
  managedFieldsFlag,
  fieldManagerFlag('kubectl-rollout'),
  ...refusedPrintFlags,
  ...rolloutFlags,
];

/** The patch for an object, or why there is none. */
export type PatchOf = (object: RolloutObject) => Outcome<unknown>;

export function* patchDeployments(
  invocation: Invocation,
  operation: string,
  patchOf: PatchOf,
): Process<Outcome> {
  const { session, flags } = invocation;
  const objects = yield* rolloutObjects(invocation);
  if (!objects.ok) return objects;
  for (const object of objects.value) {
    const { resource, deployment } = object;
    const patch = patchOf(object);
    if (!patch.ok) return patch;
    const { namespace, name } = deployment.metadata;
    const at = {
      namespace,
      name,
      query: { fieldManager: flags.string('field-manager') },
      contentType: 'application/strategic-merge-patch+json',
    };
    const patched = yield* session.client.patch<KubeObject>(resource, at, patch.value);
    if (!patched.ok) return patched;
    const printed = printChanged(invocation, resource, patched.value, operation, 'none');
    if (!printed.ok) return printed;
  }
  return ok(undefined);
}

/** `error: deployments.apps "web" is already paused`. */
export const refusal = ({ deployment }: RolloutObject, why: string) =>
  fail(`deployments.apps "${deployment.metadata.name}" ${why}`);
