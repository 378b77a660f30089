/**
 * `kubectl patch TYPE NAME -p PATCH`.
 *
 * Models k8s.io/kubectl pkg/cmd/patch patch.go: the object is read first, so that the answer can
 * say whether anything changed.
 */
import { ok, type Result } from '#base/result';
import { deepEqual, type JsonValue } from '#k8s.io/apimachinery/json-value';
import type { PatchType } from '#k8s.io/client-go/rest/rest-client';
import type { Process } from '#sim/simulation';
import type { Command, Invocation } from '../command.ts';
import { boolFlag, refused, stringFlag } from '../command-line/flag-spec.ts';
import { fail, notSimulated, type Outcome, usageError } from '../failure.ts';
import { readJson } from '../manifest/json-reader.ts';
import { readYaml } from '../manifest/yaml-reader.ts';
import {
  dryRunFlag,
  dryRunOf,
  dryRunQuery,
  fieldManagerFlag,
  managedFieldsFlag,
  outputFlag,
  printChanged,
  refusedPrintFlags,
} from '../mutation.ts';
import { objectsOf, refusedFileFlags } from '../resource/objects-of.ts';
import { patchInfo } from '../resource/patch-info.ts';

const patchTypes: Readonly<Record<string, PatchType>> = {
  json: 'application/json-patch+json',
  merge: 'application/merge-patch+json',
  strategic: 'application/strategic-merge-patch+json',
};

export const patch: Command = {
  name: 'patch',
  short: 'Update fields of a resource',
  usage: '(-f FILENAME | TYPE NAME) [-p PATCH|--patch-file FILE]',
  flags: [
    stringFlag('patch', 'The patch, in JSON or YAML', { shorthand: 'p' }),
    stringFlag('type', 'json, merge or strategic', { default: 'strategic' }),
    stringFlag('subresource', 'The part of the object to patch'),
    dryRunFlag,
    outputFlag,
    managedFieldsFlag,
    fieldManagerFlag('kubectl-patch'),
    ...refusedPrintFlags,
    ...refusedFileFlags,
    ...refused(
      boolFlag('local', 'Do not contact the server'),
      stringFlag('patch-file', 'A file with the patch'),
    ),
  ],
  run,
};

function* run(invocation: Invocation): Process<Outcome> {
  const { session, args, flags, path } = invocation;
  const text = flags.string('patch');
  if (text === '') {
    return usageError(
      path,
      'must specify --patch or --patch-file containing the contents of the patch',
    );
  }
  const type = patchTypes[flags.string('type').toLowerCase()];
  if (type === undefined) {
    return usageError(
      path,
      `--type must be one of [json merge strategic], not "${flags.string('type')}"`,
    );
  }
  const dryRun = dryRunOf(flags);
  if (!dryRun.ok) return dryRun;
  if (dryRun.value === 'client') return notSimulated('--dry-run=client of kubectl patch');
  const body = patchBody(text);
  if (!body.ok) return fail(`unable to parse ${JSON.stringify(text)}: ${body.error}`);
  const infos = yield* objectsOf(invocation, args);
  if (!infos.ok) return infos;
  for (const info of infos.value) {
    const patched = yield* patchInfo(session, info, {
      contentType: type,
      patch: body.value,
      subresource: flags.string('subresource'),
      query: { ...dryRunQuery(dryRun.value), fieldManager: flags.string('field-manager') },
    });
    if (!patched.ok) return patched;
    const same = deepEqual(patched.value, info.object);
    const operation = same ? 'patched (no change)' : 'patched';
    const printed = printChanged(invocation, info.resource, patched.value, operation, dryRun.value);
    if (!printed.ok) return printed;
  }
  return ok(undefined);
}

/** Source: apimachinery util/yaml ToJSON: JSON as it is, YAML otherwise. */
function patchBody(text: string): Result<JsonValue, string> {
  if (!/^\s*\{/.test(text)) return readYaml(text);
  const json = readJson(text, 0);
  return json.ok ? ok(json.value.value) : readYaml(text);
}
