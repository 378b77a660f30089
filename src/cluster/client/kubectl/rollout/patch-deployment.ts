/** What rollout restart, pause and resume share: a small strategic merge patch. */
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
import { quotedName, type RolloutObject, rolloutFlags, rolloutObjects } from './rollout-objects.ts';

export const patchFlags: readonly FlagSpec[] = [
  outputFlag,
  managedFieldsFlag,
  fieldManagerFlag('kubectl-rollout'),
  ...refusedPrintFlags,
  ...rolloutFlags,
];

/** The patch for an object, or why there is none. */
export type PatchOf = (object: RolloutObject) => Outcome<unknown>;

export interface PatchCommand {
  /** `restarted` */
  readonly operation: string;
  /** `restarting` */
  readonly activity: string;
  readonly kinds: readonly string[];
  readonly patchOf: PatchOf;
}

export function* patchRollouts(
  invocation: Invocation,
  { operation, activity, kinds, patchOf }: PatchCommand,
): Process<Outcome> {
  const { session, flags } = invocation;
  const objects = yield* rolloutObjects(
    invocation,
    (info) => `${quotedName(info)} ${activity} is not supported`,
    kinds,
  );
  if (!objects.ok) return objects;
  for (const each of objects.value) {
    const { resource, object } = each;
    const patch = patchOf(each);
    if (!patch.ok) return patch;
    const { namespace = '', name } = object.metadata;
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
export const refusal = (object: RolloutObject, why: string) => fail(`${quotedName(object)} ${why}`);

export const isPaused = ({ object }: RolloutObject): boolean =>
  (object.spec as { readonly paused?: boolean } | undefined)?.paused === true;
