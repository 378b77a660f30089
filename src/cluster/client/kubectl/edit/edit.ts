/**
 * `kubectl edit TYPE NAME`: the object as text, changed by a person.
 *
 * Models k8s.io/kubectl pkg/cmd/util/editor editoptions.go. There is no editor on this machine: the
 * edited text comes in on standard input, and without it the command says how to get it.
 */
import { err, ok, type Result } from '#base/result';
import { readJson } from '#k8s.io/apimachinery/json-reader';
import {
  asJson,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '#k8s.io/apimachinery/json-value';
import type { KubeObject } from '#k8s.io/apimachinery/meta/v1';
import { createTwoWayMergePatch } from '#k8s.io/apimachinery/patch/create-strategic-merge';
import { createMergePatch } from '#k8s.io/apimachinery/patch/json-merge-patch';
import { schemaForKind } from '#k8s.io/apimachinery/schema/schema';
import type { Process } from '#sim/simulation';
import type { Command, Invocation } from '../command.ts';
import { boolFlag, refused, sliceFlag, stringFlag } from '../command-line/flag-spec.ts';
import { fail, type Outcome } from '../failure.ts';
import { withoutManagedFields } from '../get/output.ts';
import type { ReadYaml } from '../manifest/yaml.ts';
import {
  fieldManagerFlag,
  fieldValidationOf,
  managedFieldsFlag,
  outputFlag,
  printChanged,
  refusedPrintFlags,
  validateFlag,
} from '../mutation.ts';
import type { Info } from '../resource/fetch-objects.ts';
import { objectsOf } from '../resource/objects-of.ts';
import { patchInfo } from '../resource/patch-info.ts';

export const edit: Command = {
  name: 'edit',
  short: 'Edit a resource on the server',
  usage: '(RESOURCE/NAME | -f FILENAME)',
  flags: [
    stringFlag('subresource', 'The part of the object to edit'),
    outputFlag,
    validateFlag,
    managedFieldsFlag,
    fieldManagerFlag('kubectl-edit'),
    ...refusedPrintFlags,
    ...refused(
      sliceFlag('filename', 'Files that name the objects', { shorthand: 'f' }),
      boolFlag('output-patch', 'Print the patch'),
      boolFlag('save-config', 'Keep the configuration in an annotation'),
      boolFlag('windows-line-endings', 'Use the line endings of Windows'),
    ),
  ],
  run,
};

function* run(invocation: Invocation): Process<Outcome> {
  const { session, args } = invocation;
  if (args.length === 0) return fail('must specify the resource to edit');
  const infos = yield* objectsOf(invocation, args);
  if (!infos.ok) return infos;
  const [info, more] = infos.value;
  if (info === undefined) return fail('edit cancelled, no objects found');
  if (more !== undefined) return fail('editing several objects at once is not simulated');
  const text = session.readStdin();
  if (text.trim() === '') {
    return fail(
      'no editor is on this machine: hand the edited text to the command on standard input ' +
        `(get it with "kubectl get ${args.join(' ')} -o yaml")`,
    );
  }
  const edited = read(text, session.readYaml);
  if (!edited.ok) return fail(`The edited file had a syntax error: ${edited.error}`);
  return yield* save(invocation, info, edited.value);
}

function* save(invocation: Invocation, info: Info, edited: JsonValue): Process<Outcome> {
  const { session, flags } = invocation;
  if (!isJsonObject(edited)) return cancelled(invocation, 'Edit cancelled, saved file was empty.');
  const shown = flags.bool('show-managed-fields') ? info.object : withoutManagedFields(info.object);
  const before = asJson(shown);
  const moved = ['apiVersion', 'kind', 'metadata.name'].find(
    (path) => at(edited, path) !== at(before, path),
  );
  if (moved !== undefined) {
    return fail(`At least one of apiVersion, kind and name was changed`);
  }
  const schema = schemaForKind(info.object.apiVersion, info.object.kind);
  const patch: JsonObject =
    schema === undefined
      ? createMergePatch(before, edited)
      : createTwoWayMergePatch(before, edited, schema);
  if (Object.keys(patch).length === 0) {
    return cancelled(invocation, 'Edit cancelled, no changes made.');
  }
  const validation = fieldValidationOf(flags);
  if (!validation.ok) return validation;
  const patched = yield* patchInfo(session, info, {
    contentType:
      schema === undefined
        ? 'application/merge-patch+json'
        : 'application/strategic-merge-patch+json',
    patch,
    subresource: flags.string('subresource'),
    query: { fieldManager: flags.string('field-manager'), fieldValidation: validation.value },
  });
  if (!patched.ok) {
    const { error } = patched;
    const { resource } = info;
    const name =
      resource.group === '' ? resource.resource : `${resource.resource}.${resource.group}`;
    if (error.kind !== 'status' || error.status.reason !== 'Invalid') return patched;
    session.err(`error: ${name} "${info.object.metadata.name}" is invalid\n`);
    session.err('A copy of your changes has been stored to "/tmp/kubectl-edit.yaml"\n');
    return fail('Edit cancelled, no valid changes were saved.');
  }
  return printChanged(invocation, info.resource, patched.value as KubeObject, 'edited', 'none');
}

/** Nothing was done, which is not an error. */
function cancelled({ session }: Invocation, text: string): Outcome {
  session.err(`${text}\n`);
  return ok(undefined);
}

function read(text: string, readYaml: ReadYaml): Result<JsonValue, string> {
  if (!/^\s*\{/.test(text)) return readYaml(text);
  const json = readJson(text, 0);
  return json.ok ? ok(json.value.value) : err(json.error);
}

function at(object: JsonObject, path: string): JsonValue | undefined {
  let value: JsonValue | undefined = object;
  for (const key of path.split('.')) value = isJsonObject(value) ? value[key] : undefined;
  return value;
}
