/**
 * `kubectl replace -f -`: replaces existing objects as a whole.
 *
 * Models k8s.io/kubectl pkg/cmd/replace replace.go: the resourceVersion comes from the live object
 * unless the manifest has one; `--force` deletes and creates again.
 */
import { err } from '#base/result';
import { minute } from '#base/sim-time';
import type { DeleteOptions, KubeObject } from '#k8s.io/apimachinery/meta/v1';
import type { Process } from '#sim/simulation';
import { createOrUpdateAnnotation } from '../apply/last-applied.ts';
import type { Command, Invocation } from '../command.ts';
import { boolFlag, durationFlag, intFlag, refused, stringFlag } from '../command-line/flag-spec.ts';
import { waitUntilGone } from '../delete/wait-until-gone.ts';
import { fail, isNotFound, type Outcome, withSource } from '../failure.ts';
import { eachManifest } from '../manifest/each-manifest.ts';
import { filenameFlags, hasFiles, type Manifest } from '../manifest/read-manifests.ts';
import {
  changeQuery,
  type DryRun,
  managedChangeFlags,
  printChanged,
  saveConfigFlag,
  validateFlag,
} from '../mutation.ts';
import { kindName } from '../printers/names.ts';
import { rawMisuse, sendRawFile } from '../raw-http.ts';

export const replace: Command = {
  name: 'replace',
  short: 'Replace a resource by file name or stdin',
  usage: '-f FILENAME',
  flags: [
    ...filenameFlags,
    boolFlag('force', 'Delete the objects and create them anew'),
    intFlag('grace-period', 'Seconds given to terminate gracefully', { default: '-1' }),
    durationFlag('timeout', 'How long to wait for a deletion'),
    stringFlag('raw', 'Raw URI to PUT to the server'),
    stringFlag('subresource', 'The part of the object to replace'),
    ...managedChangeFlags('kubectl-replace'),
    validateFlag,
    saveConfigFlag,
    ...refused(
      stringFlag('cascade', 'How dependents are deleted', { default: 'background' }),
      boolFlag('wait', 'Wait for resources to be gone'),
    ),
  ],
  run,
};

function* run(invocation: Invocation): Process<Outcome> {
  const { session, flags, args } = invocation;
  const force = flags.bool('force');
  if (flags.int('grace-period') >= 0 && !force)
    return fail('--grace-period must have --force specified');
  if (flags.duration('timeout') !== 0 && !force)
    return fail('--timeout must have --force specified');
  if (force && flags.string('dry-run') !== 'none')
    return fail('--dry-run can not be used when --force is set');
  if (!hasFiles(flags)) return fail('must specify one of -f and -k');
  if (flags.string('raw') !== '') {
    const wrong = rawMisuse(flags, true);
    return wrong === undefined ? yield* sendRawFile(session, 'PUT', flags) : fail(wrong);
  }
  if (force && args.length > 0) {
    return fail(
      'when paths, URLs, or stdin is provided as input, you may not specify resource arguments ' +
        'as well',
    );
  }
  return yield* eachManifest(invocation, 'replace', (manifest, dryRun, fieldValidation) =>
    force
      ? recreate(invocation, manifest, fieldValidation)
      : replaceOne(invocation, manifest, dryRun, fieldValidation),
  );
}

function* replaceOne(
  invocation: Invocation,
  { resource, object: written, namespace, name, source }: Manifest,
  dryRun: DryRun,
  fieldValidation: string,
): Process<Outcome> {
  const { session, flags } = invocation;
  const object = createOrUpdateAnnotation(written, flags);
  session.generated(object);
  if (dryRun === 'client') return printChanged(invocation, resource, object, 'replaced', dryRun);
  if (name === '')
    return err(
      withSource(
        {
          kind: 'error',
          message: `error when replacing "${source}": resource name may not be empty`,
        },
        'replacing',
        source,
      ),
    );
  const subresource = flags.string('subresource');
  const at = { namespace, name, ...(subresource === '' ? {} : { subresource }) };
  let body = object;
  if (object.metadata.resourceVersion === undefined) {
    const live = yield* session.client.get<KubeObject>(resource, { namespace, name });
    if (live.ok) {
      const { resourceVersion } = live.value.metadata;
      body = { ...object, metadata: { ...object.metadata, resourceVersion } };
    }
  }
  const query = changeQuery(flags, dryRun, fieldValidation);
  const done = yield* session.client.update<KubeObject>(resource, { ...at, query }, body);
  if (!done.ok) return err(withSource(done.error, 'replacing', source));
  return printChanged(invocation, resource, done.value, 'replaced', dryRun);
}

/** Source: replace.go forceReplace. */
function* recreate(
  invocation: Invocation,
  { resource, object: written, namespace, name }: Manifest,
  fieldValidation: string,
): Process<Outcome> {
  const { session, flags } = invocation;
  const object = createOrUpdateAnnotation(written, flags);
  const grace = flags.int('grace-period');
  const options: DeleteOptions = {
    ...(grace < 0 ? {} : { gracePeriodSeconds: grace }),
    propagationPolicy: 'Background',
  };
  const at = { namespace, name };
  const deleted = yield* session.client.delete<unknown>(resource, at, options);
  const absent = !deleted.ok && isNotFound(deleted.error);
  if (!deleted.ok && !absent) return deleted;
  if (deleted.ok) {
    const place = resource.namespaced ? ` from ${namespace} namespace` : '';
    session.out(`${kindName(resource)} "${name}" deleted${place}\n`);
    const timeout = flags.duration('timeout') || 5 * minute;
    const gone = yield* waitUntilGone(
      session,
      [{ resource, namespace, name, uid: undefined }],
      timeout,
    );
    if (!gone.ok) return gone;
  }
  const { resourceVersion: _version, uid: _uid, ...metadata } = object.metadata;
  const query = { fieldManager: flags.string('field-manager'), fieldValidation };
  const body = { ...object, metadata };
  const created = yield* session.client.create<KubeObject>(resource, { namespace, query }, body);
  if (!created.ok) return created;
  return printChanged(invocation, resource, created.value, 'replaced', 'none');
}
