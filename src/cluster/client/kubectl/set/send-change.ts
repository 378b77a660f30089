/**
 * What the `kubectl set …` commands share: the difference is sent as a strategic merge patch;
 * without a difference nothing is sent. Source: pkg/cmd/set set.go CalculatePatches.
 */
import { ok } from '#base/result';
import { asJson } from '#k8s.io/apimachinery/json-value';
import type { KubeObject } from '#k8s.io/apimachinery/meta/v1';
import { createTwoWayMergePatch } from '#k8s.io/apimachinery/patch/create-strategic-merge';
import { schemaForKind } from '#k8s.io/apimachinery/schema/schema';
import type { Process } from '#sim/simulation';
import type { Invocation } from '../command.ts';
import { boolFlag, type FlagSpec, refused } from '../command-line/flag-spec.ts';
import { fail, failureMessage, type Outcome } from '../failure.ts';
import { filenameFlags } from '../manifest/read-manifests.ts';
import { changeQuery, dryRunOf, managedChangeFlags, printChanged } from '../mutation.ts';
import { recorded, recordFlag, warnOfRecord } from '../record.ts';
import type { Info } from '../resource/fetch-objects.ts';
import { choiceFlags, objectsOf } from '../resource/objects-of.ts';
import { patchInfo } from '../resource/patch-info.ts';

export const setFlags: readonly FlagSpec[] = [
  ...choiceFlags,
  recordFlag,
  ...managedChangeFlags('kubectl-set'),
  ...filenameFlags,
  ...refused(boolFlag('local', 'Do not contact the server')),
];

export const noResources = () =>
  fail('one or more resources must be specified as <resource> <name> or <resource>/<name>');

/** The error prefix of each command when the server refuses. */
const failures: Readonly<Record<string, string>> = {
  'env updated': 'env update to pod template:',
  'image updated': 'image update to pod template:',
  'resource requirements updated': 'resources update to pod template',
  'serviceaccount updated': 'ServiceAccountName',
  'subjects updated': 'subjects to rolebinding:',
};

/** Changes each of the named objects; `operation` is the verb of the result line. */
export function* changeObjects(
  invocation: Invocation,
  named: readonly string[],
  operation: string,
  change: (info: Info) => Outcome<KubeObject>,
): Process<Outcome> {
  const { session, flags } = invocation;
  const dryRun = dryRunOf(flags);
  if (!dryRun.ok) return dryRun;
  warnOfRecord(invocation);
  const infos = yield* objectsOf(invocation, named);
  if (!infos.ok) return infos;
  for (const info of invocation.session.sim.inTurn(infos.value)) {
    const { object, resource } = info;
    const modified = change(info);
    if (!modified.ok) return modified;
    const schema = schemaForKind(object.apiVersion, object.kind);
    if (schema === undefined) return fail(`${object.kind} is not a kind that kubectl knows`);
    const before = asJson(object);
    const changed = createTwoWayMergePatch(before, asJson(modified.value), schema);
    if (Object.keys(changed).length === 0) continue;
    const noted = asJson(recorded(invocation, modified.value));
    const patch = createTwoWayMergePatch(before, noted, schema);
    if (dryRun.value === 'client') {
      const shown = printChanged(invocation, resource, modified.value, operation, 'client');
      if (!shown.ok) return shown;
      continue;
    }
    const patched = yield* patchInfo(session, info, {
      contentType: 'application/strategic-merge-patch+json',
      patch,
      query: changeQuery(flags, dryRun.value),
    });
    if (!patched.ok) {
      const failed = failures[operation];
      if (failed === undefined) return patched;
      return fail(`failed to patch ${failed} ${failureMessage(patched.error)}`);
    }
    const shown = printChanged(invocation, resource, patched.value, operation, dryRun.value);
    if (!shown.ok) return shown;
  }
  return ok(undefined);
}
