/**
 * `--record`: the command itself as the reason for a change.
 *
 * Models k8s.io/cli-runtime pkg/genericclioptions record_flags.go. Deprecated but still in use.
 */
import { ok } from '#base/result';
import type { KubeObject } from '#k8s.io/apimachinery/meta/v1';
import type { Process } from '#sim/simulation';
import type { Invocation } from './command.ts';
import { boolFlag } from './command-line/flag-spec.ts';
import type { Outcome } from './failure.ts';
import type { Info } from './resource/fetch-objects.ts';
import { patchInfo } from './resource/patch-info.ts';

const changeCause = 'kubernetes.io/change-cause';

export const recordFlag = boolFlag(
  'record',
  'Record current kubectl command in the resource annotation (deprecated)',
);

/** pflag's warning about a deprecated flag. */
export function warnOfRecord({ session, flags }: Invocation): void {
  if (!flags.changed('record')) return;
  session.err('Flag --record has been deprecated, --record will be removed in the future\n');
}

/** The command as stored in the annotation. Source: record_flags.go parseCommandArguments. */
function commandText({ path, args, flags }: Invocation): string {
  const given = Object.entries(flags.given()).map(([name, value]) => `--${name}=${value}`);
  return [path, ...args, ...given].join(' ');
}

/** The object with its change cause, if `--record` is set. */
export function recorded(invocation: Invocation, object: KubeObject): KubeObject {
  if (!invocation.flags.bool('record')) return object;
  const { metadata } = object;
  const annotations = { ...metadata.annotations, [changeCause]: commandText(invocation) };
  return { ...object, metadata: { ...metadata, annotations } };
}

/** Writes the change cause with a separate patch. */
export function* recordPatch(invocation: Invocation, info: Info): Process<Outcome> {
  if (!invocation.flags.bool('record')) return ok(undefined);
  const patched = yield* patchInfo(invocation.session, info, {
    contentType: 'application/merge-patch+json',
    patch: { metadata: { annotations: { [changeCause]: commandText(invocation) } } },
    query: {},
  });
  return patched.ok ? ok(undefined) : patched;
}
