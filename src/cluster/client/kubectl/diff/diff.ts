/**
 * `kubectl diff -f -`: what applying manifests would change.
 *
 * Models k8s.io/kubectl pkg/cmd/diff diff.go: the live object is read, the apply is tried as a
 * server dry run, and both go through `diff -u -N`. Exit code 1 says that there are differences.
 */
import { err, ok } from '#base/result';
import { rfc3339, type SimTime } from '#base/sim-time';
import {
  asJson,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '#k8s.io/apimachinery/json-value';
import type { KubeObject } from '#k8s.io/apimachinery/meta/v1';
import type { Process } from '#sim/simulation';
import { withLastApplied, withoutNote } from '../apply/last-applied.ts';
import { threeWayPatch } from '../apply/patch-object.ts';
import type { Command, Invocation } from '../command.ts';
import { arrayFlag, boolFlag, intFlag, refused, stringFlag } from '../command-line/flag-spec.ts';
import { type Failure, fail, isNotFound, type Outcome, renderFailure } from '../failure.ts';
import { withoutManagedFields } from '../get/output.ts';
import {
  filenameFlags,
  hasFiles,
  type Manifest,
  noObjects,
  readManifests,
} from '../manifest/read-manifests.ts';
import { fieldManagerFlag, managedFieldsFlag } from '../mutation.ts';
import { toYaml } from '../printers/yaml.ts';
import { getInfo } from '../resource/get-info.ts';
import { unifiedHunks } from './unified-diff.ts';

export const diff: Command = {
  name: 'diff',
  short: 'Diff the live version against a would-be applied version',
  usage: '-f FILENAME',
  flags: [
    ...filenameFlags,
    boolFlag('force-conflicts', 'Take over fields that others manage'),
    boolFlag('server-side', 'Let the server apply'),
    managedFieldsFlag,
    fieldManagerFlag('kubectl-client-side-apply'),
    ...refused(
      intFlag('concurrency', 'Number of objects to process in parallel', { default: '1' }),
      boolFlag('prune', 'Include resources that would be deleted by pruning'),
      arrayFlag('prune-allowlist', 'Kinds to prune'),
      stringFlag('selector', 'Selector (label query) to filter on', { shorthand: 'l' }),
    ),
  ],
  run,
};

/** The exit code distinguishes an error from a difference. Source: helpers.go CheckDiffErr. */
const trouble = (failure: Failure): Failure => {
  const { text, exitCode } = renderFailure(failure);
  return { kind: 'plain', message: text, exitCode: exitCode + 1 };
};

function* run(invocation: Invocation): Process<Outcome> {
  const { flags, args, session, path } = invocation;
  const misused = (message: string) => err(trouble({ kind: 'error', message }));
  if (!hasFiles(flags)) return misused('must specify one of -f and -k');
  if (args.length > 0) {
    return misused(`Unexpected args: [${args.join(' ')}]\nSee '${path} -h' for help and examples`);
  }
  const read = yield* readManifests(invocation, true);
  if (!read.ok) return err(trouble(read.error));
  const { manifests, failure } = read.value;
  if (manifests.length === 0) {
    const none = noObjects('diff', failure);
    return none.ok ? none : err(trouble(none.error));
  }
  if (failure !== undefined) return err(trouble(failure));
  let text = '';
  for (const manifest of invocation.session.sim.inTurn(manifests)) {
    const both = yield* versions(invocation, manifest);
    if (!both.ok) return err(trouble(both.error));
    text += diffText(manifest, both.value, session.sim.now);
  }
  if (text === '') return ok(undefined);
  session.out(text);
  return err({ kind: 'plain', message: '', exitCode: 1 });
}

interface Versions {
  readonly live: JsonObject | undefined;
  readonly merged: JsonObject;
}

function* versions(invocation: Invocation, manifest: Manifest): Process<Outcome<Versions>> {
  const { session, flags } = invocation;
  const { resource, namespace, name } = manifest;
  if (name === '') return fail('resource name may not be empty');
  const live = yield* getInfo(session, resource, { namespace, name });
  const absent = !live.ok && isNotFound(live.error);
  if (!live.ok && !absent) return live;
  const shown = (each: KubeObject): JsonObject =>
    masked(asJson(flags.bool('show-managed-fields') ? each : withoutManagedFields(each)));
  const merged = live.ok
    ? yield* mergedWith(invocation, manifest, live.value)
    : yield* createdFrom(invocation, manifest);
  if (!merged.ok) return merged;
  return ok({ live: live.ok ? shown(live.value) : undefined, merged: shown(merged.value) });
}

function* createdFrom(
  { session, flags }: Invocation,
  { resource, namespace, object }: Manifest,
): Process<Outcome<KubeObject>> {
  const query = { dryRun: 'All', fieldManager: flags.string('field-manager') };
  const body = flags.bool('server-side') ? object : withLastApplied(object);
  return yield* session.client.create<KubeObject>(resource, { namespace, query }, body);
}

function* mergedWith(
  { session, flags }: Invocation,
  { resource, namespace, object }: Manifest,
  live: KubeObject,
): Process<Outcome<KubeObject>> {
  const { name } = live.metadata;
  const base = { dryRun: 'All', fieldManager: flags.string('field-manager') };
  if (flags.bool('server-side')) {
    const manager = flags.changed('field-manager') ? flags.string('field-manager') : 'kubectl';
    const query = { ...base, fieldManager: manager, force: flags.bool('force-conflicts') };
    const at = { namespace, name, query, contentType: 'application/apply-patch+yaml' };
    return yield* session.client.patch<KubeObject>(resource, at, object);
  }
  // The last-applied annotation is not part of the diff.
  const made = threeWayPatch(withoutNote(object), live);
  if (!made.ok) return fail(made.error);
  const { patch, contentType } = made.value;
  if (Object.keys(patch).length === 0) return ok(live);
  const at = { namespace, name, query: base, contentType };
  return yield* session.client.patch<KubeObject>(resource, at, patch);
}

/** Values of secrets are not shown. Source: diff.go Masker, in short. */
function masked(object: JsonObject): JsonObject {
  if (object['kind'] !== 'Secret' || !isJsonObject(object['data'])) return object;
  const data: Record<string, JsonValue> = {};
  for (const key of Object.keys(object['data'])) data[key] = '***';
  return { ...object, data };
}

function diffText(
  { resource, namespace, name }: Manifest,
  { live, merged }: Versions,
  now: SimTime,
): string {
  const lines = (value: JsonObject | undefined): readonly string[] =>
    value === undefined ? [] : toYaml(value).trimEnd().split('\n');
  const hunks = unifiedHunks(lines(live), lines(merged));
  if (hunks === '') return '';
  const { group, version, kind } = resource;
  const parts = [group, version, kind, namespace, name];
  const file = parts.filter((part, i) => i > 0 || part !== '').join('.');
  const [from, to] = [`/tmp/LIVE-1/${file}`, `/tmp/MERGED-1/${file}`];
  const time = `${rfc3339(now).replace('T', ' ').replace('Z', '.000000000')} +0000`;
  return `diff -u -N ${from} ${to}\n--- ${from}\t${time}\n+++ ${to}\t${time}\n${hunks}`;
}
