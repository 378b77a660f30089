/**
 * `kubectl apply -f -`: makes the cluster's objects match the manifests.
 *
 * Models k8s.io/kubectl pkg/cmd/apply apply.go, client side: a missing object is created with its
 * configuration in the last-applied annotation; an existing one gets a patch of the differences.
 */
import { err } from '#base/result';
import type { KubeObject } from '#k8s.io/apimachinery/meta/v1';
import type { Process } from '#sim/simulation';
import type { Command, Invocation } from '../command.ts';
import {
  arrayFlag,
  boolFlag,
  durationFlag,
  intFlag,
  refused,
  stringFlag,
} from '../command-line/flag-spec.ts';
import { fail, isNotFound, type Outcome, withSource } from '../failure.ts';
import { eachManifest } from '../manifest/each-manifest.ts';
import { filenameFlags, hasFiles, type Manifest } from '../manifest/read-manifests.ts';
import { changeQuery, type DryRun, managedChangeFlags, validateFlag } from '../mutation.ts';
import { getInfo } from '../resource/get-info.ts';
import { unsimulated } from '../unsimulated.ts';
import { printApplied, reportApplied } from './applied-objects.ts';
import { withLastApplied } from './last-applied.ts';
import { infoText, lastApplied, patchObject, refuseGenerated } from './patch-object.ts';
import { serverSideApply, warnDeleting } from './server-side-apply.ts';
import { viewLastApplied } from './view-last-applied.ts';

const noteAdvice = '"kubectl annotate" can change the note of what was applied';

export const apply: Command = {
  subcommands: [
    unsimulated('edit-last-applied', 'kubectl apply', noteAdvice),
    unsimulated('set-last-applied', 'kubectl apply', noteAdvice),
    viewLastApplied,
  ],
  name: 'apply',
  short: 'Apply a configuration to a resource by file name or stdin',
  usage: '-f -',
  flags: [
    ...filenameFlags,
    ...managedChangeFlags('kubectl-client-side-apply'),
    validateFlag,
    boolFlag('server-side', 'Let the server apply'),
    boolFlag('force-conflicts', 'Take over fields that others manage'),
    stringFlag('subresource', 'The part of the object to apply to; only with --server-side'),
    ...refused(
      boolFlag('all', 'Select all resources to prune in the namespace'),
      stringFlag('cascade', 'How dependents are deleted', { default: 'background' }),
      boolFlag('force', 'Delete and create anew when a patch is refused'),
      intFlag('grace-period', 'Seconds given to terminate gracefully', { default: '-1' }),
      boolFlag('openapi-patch', 'Use the schema of the server', { default: 'true' }),
      boolFlag('overwrite', 'Resolve conflicts in favour of the manifest', { default: 'true' }),
      boolFlag('prune', 'Delete what is in no manifest any more'),
      arrayFlag('prune-allowlist', 'Kinds to prune'),
      stringFlag('selector', 'Selector (label query) to filter on', { shorthand: 'l' }),
      durationFlag('timeout', 'How long to wait for a deletion'),
      boolFlag('wait', 'Wait for resources to be gone'),
    ),
  ],
  run,
};

function* run(invocation: Invocation): Process<Outcome> {
  const { flags, args, path } = invocation;
  if (!hasFiles(flags)) return fail('must specify one of -f and -k');
  if (args.length > 0) {
    return fail(`Unexpected args: [${args.join(' ')}]\nSee '${path} -h' for help and examples`);
  }
  const serverSide = flags.bool('server-side');
  const wrong = wrongCombination(invocation, serverSide);
  if (wrong !== undefined) return fail(wrong);
  const applyEach = serverSide ? serverSideApply : applyOne;
  const done = yield* eachManifest(invocation, 'apply', (manifest, dryRun, fieldValidation) =>
    applyEach(invocation, manifest, dryRun, fieldValidation),
  );
  return done.ok ? printApplied(invocation) : done;
}

/** Source: apply.go ApplyOptions.Validate. */
function wrongCombination({ flags }: Invocation, serverSide: boolean): string | undefined {
  if (flags.bool('force-conflicts') && !serverSide) {
    return '--force-conflicts only works with --server-side';
  }
  if (flags.string('subresource') !== '' && !serverSide) {
    return '--subresource only works with --server-side';
  }
  return flags.string('dry-run') === 'client' && serverSide
    ? "--dry-run=client doesn't work with --server-side (did you mean --dry-run=server instead?)"
    : undefined;
}

function* applyOne(
  invocation: Invocation,
  manifest: Manifest,
  dryRun: DryRun,
  fieldValidation: string,
): Process<Outcome> {
  const { session, flags } = invocation;
  const { resource, namespace, name } = manifest;
  const modified = withLastApplied(manifest.object);
  session.generated(modified);
  const generated = refuseGenerated(manifest);
  if (generated !== undefined) return generated;
  if (name === '')
    return fail(
      `error when retrieving current configuration of:\n${infoText(manifest)}\nfrom server for: "${manifest.source}": resource name may not be empty`,
    );
  const current = yield* getInfo(session, resource, { namespace, name });
  const query = changeQuery(flags, dryRun, fieldValidation);
  if (!current.ok) {
    const { error } = current;
    if (!isNotFound(error)) {
      const verb = `retrieving current configuration of:\n${infoText(manifest)}\nfrom server for:`;
      return err(withSource(error, verb, manifest.source));
    }
    if (dryRun === 'client')
      return reportApplied(invocation, resource, modified, 'created', dryRun);
    const created = yield* session.client.create<KubeObject>(
      resource,
      { namespace, query },
      modified,
    );
    if (!created.ok) return err(withSource(created.error, 'creating', manifest.source));
    return reportApplied(invocation, resource, created.value, 'created', dryRun);
  }
  warnUnapplied(invocation, manifest, current.value);
  warnDeleting(invocation, current.value);
  const patched = yield* patchObject(session, { manifest, modified, query, dryRun }, current.value);
  if (!patched.ok) return patched;
  const operation = patched.value === undefined ? 'unchanged' : 'configured';
  return reportApplied(invocation, resource, patched.value ?? current.value, operation, dryRun);
}

/** Source: apply.go warningNoLastAppliedConfigAnnotation. */
function warnUnapplied(
  { session }: Invocation,
  { resource }: Manifest,
  { metadata }: KubeObject,
): void {
  if (metadata.annotations?.[lastApplied] !== undefined) return;
  session.err(
    `Warning: resource ${resource.resource}/${metadata.name} is missing the ${lastApplied} ` +
      'annotation which is required by ' +
      'kubectl apply. kubectl apply should only be used on resources created declaratively by ' +
      'either kubectl create --save-config or kubectl apply. The missing annotation will be ' +
      'patched automatically.\n',
  );
}
