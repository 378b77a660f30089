/** What rollout restart, pause and resume share: a small strategic merge patch. */
import { err, ok } from '#base/result';
import type { KubeObject } from '#k8s.io/apimachinery/meta/v1';
import type { Process } from '#sim/simulation';
import type { Invocation } from '../command.ts';
import type { FlagSpec } from '../command-line/flag-spec.ts';
import { aggregate, type Failure, fail, failureMessage, type Outcome } from '../failure.ts';
import {
  fieldManagerFlag,
  managedFieldsFlag,
  outputFlag,
  printChanged,
  refusedPrintFlags,
} from '../mutation.ts';
import {
  nothingToRoll,
  quotedName,
  type RolloutObject,
  rolloutFlags,
  rolloutObjects,
} from './rollout-objects.ts';

export const patchFlags: readonly FlagSpec[] = [
  outputFlag,
  managedFieldsFlag,
  fieldManagerFlag('kubectl-rollout'),
  ...refusedPrintFlags,
  ...rolloutFlags,
];

/**
 * The patch for an object, or the error text that follows its name; `undefined`: nothing would
 * change, because it was just restarted.
 */
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
  const objects = yield* rolloutObjects(invocation);
  if (!objects.ok) return objects;
  const failures: Failure[] = [...objects.value.failures];
  if (objects.value.infos.length === 0 && failures.length === 0) nothingToRoll(invocation);
  for (const each of session.sim.inTurn(objects.value.infos)) {
    const { resource, object } = each;
    const supported = resource.group === 'apps' && kinds.includes(resource.kind);
    const patch = supported ? patchOf(each) : fail(`${activity} is not supported`);
    if (!patch.ok) {
      failures.push(ofObject(each, patch.error));
      continue;
    }
    const { namespace = '', name } = object.metadata;
    if (patch.value === undefined) {
      failures.push({ kind: 'error', message: `failed to create patch for ${name}: ${tooSoon}` });
      continue;
    }
    const at = {
      namespace,
      name,
      query: { fieldManager: flags.string('field-manager') },
      contentType: 'application/strategic-merge-patch+json',
    };
    const patched = yield* session.client.patch<KubeObject>(resource, at, patch.value);
    if (!patched.ok) {
      failures.push(patchFailure(patched.error));
      continue;
    }
    const printed = printChanged(invocation, resource, patched.value, operation, 'none');
    if (!printed.ok) return printed;
  }
  const failure = aggregate(failures);
  return failure === undefined ? ok(undefined) : err(failure);
}

const tooSoon = [
  'if restart has already been triggered within the past second,',
  'please wait before attempting to trigger another',
].join(' ');

/** `error: deployments.apps "web" is already paused`. */
const ofObject = (object: RolloutObject, failure: Failure): Failure => ({
  kind: 'error',
  message: `error: ${quotedName(object)} ${failureMessage(failure)}`,
});

const patchFailure = (failure: Failure): Failure =>
  failure.kind === 'status'
    ? { kind: 'error', message: `failed to patch: ${failureMessage(failure)}` }
    : failure;

export const isPaused = ({ object }: RolloutObject): boolean =>
  (object.spec as { readonly paused?: boolean } | undefined)?.paused === true;
