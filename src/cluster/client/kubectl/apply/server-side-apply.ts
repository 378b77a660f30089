/**
 * `kubectl apply --server-side`: the whole manifest goes to the server, which does the merging.
 *
 * Models k8s.io/kubectl pkg/cmd/apply apply.go applyOneObject. In: a manifest. Out: an apply patch,
 * and when the object was applied client-side before, the patches that hand its fields over.
 */
import { err } from '#base/result';
import type { KubeObject } from '#k8s.io/apimachinery/meta/v1';
import type { Process } from '#sim/simulation';
import type { Invocation } from '../command.ts';
import { type Failure, failureMessage, type Outcome } from '../failure.ts';
import type { Manifest } from '../manifest/read-manifests.ts';
import { type DryRun, dryRunQuery } from '../mutation.ts';
import type { Session } from '../session.ts';
import { reportApplied } from './applied-objects.ts';
import { ownersOfLastApplied, upgradePatch } from './managed-fields.ts';
import { infoText, lastApplied, refuseGenerated } from './patch-object.ts';

const contentType = 'application/apply-patch+yaml';
const defaultManager = 'kubectl';
const annotationManager = 'kubectl-last-applied';
const maxRetries = 5;

const advice =
  'Please review the fields above--they currently have other managers. Here\n' +
  'are the ways you can resolve this warning:\n' +
  '* If you intend to manage all of these fields, please re-run the apply\n' +
  '  command with the `--force-conflicts` flag.\n' +
  '* If you do not intend to manage all of the fields, please edit your\n' +
  '  manifest to remove references to the fields that should keep their\n' +
  '  current managers.\n' +
  '* You may co-own fields by updating your manifest to match the existing\n' +
  "  value; in this case, you'll become the manager if the other manager(s)\n" +
  '  stop managing the field (remove it from their configuration).\n' +
  'See https://kubernetes.io/docs/reference/using-api/server-side-apply/#conflicts';

const reapplyFailed =
  'Warning: failed to re-apply configuration after performing Server-Side Apply migration. This ' +
  'is non-fatal and will be retried next time you apply. Error: ';

export function* serverSideApply(
  invocation: Invocation,
  manifest: Manifest,
  dryRun: DryRun,
  fieldValidation: string,
): Process<Outcome> {
  const { session, flags } = invocation;
  const { resource, namespace, object, name } = manifest;
  session.generated(object);
  const generated = refuseGenerated(manifest);
  if (generated !== undefined) return generated;
  if (name === '') {
    const message = `error when applying server-side:\n${infoText(manifest)}: resource name may not be empty`;
    return err({ kind: 'error', message });
  }
  const manager = flags.changed('field-manager') ? flags.string('field-manager') : defaultManager;
  const query = {
    ...dryRunQuery(dryRun),
    fieldManager: manager,
    fieldValidation,
    force: flags.bool('force-conflicts'),
  };
  const subresource = flags.string('subresource');
  const at = { namespace, name, subresource, query, contentType };
  const send = () => session.client.patch<KubeObject>(resource, at, object);
  const applied = yield* send();
  if (!applied.ok) return err(explained(applied.error));
  let current = applied.value;
  if (dryRun === 'none') {
    const handed = yield* handOver(session, manifest, manager, current);
    if (handed !== undefined) {
      const again = yield* send();
      if (again.ok) current = again.value;
      else session.err(`${reapplyFailed}${failureMessage(again.error)}\n`);
    }
  }
  warnDeleting(invocation, current);
  return reportApplied(invocation, resource, current, 'serverside-applied', dryRun);
}

/** Source: apply.go warningChangesOnDeletingResource. */
export function warnDeleting({ session }: Invocation, { metadata }: KubeObject): void {
  if (metadata.deletionTimestamp === undefined) return;
  session.err(
    `Warning: Detected changes to resource ${metadata.name} which is currently being deleted.\n`,
  );
}

function explained(failure: Failure): Failure {
  const conflict = failure.kind === 'status' && failure.status.reason === 'Conflict';
  return conflict ? { kind: 'error', message: `${failureMessage(failure)}\n${advice}` } : failure;
}

/**
 * Moves the fields managed by client-side apply to the manager of this apply; undefined when there
 * were none. Source: apply.go saveLastApplyAnnotationIfNecessary, migrateToSSAIfNecessary.
 */
function* handOver(
  session: Session,
  { resource, namespace }: Manifest,
  manager: string,
  applied: KubeObject,
): Process<KubeObject | undefined> {
  const { client } = session;
  const { name } = applied.metadata;
  let current = applied;
  const note = current.metadata.annotations?.[lastApplied];
  if (manager === defaultManager && note !== undefined && !owns(current, 'Apply')) {
    const { apiVersion, kind } = current;
    const place = current.metadata.namespace === undefined ? {} : { namespace };
    const annotations = { [lastApplied]: note };
    const body = { apiVersion, kind, metadata: { name, ...place, annotations } };
    const query = { fieldManager: annotationManager };
    const at = { namespace, name, query, contentType };
    const kept = yield* client.patch<KubeObject>(resource, at, body);
    if (!kept.ok) return undefined;
    current = kept.value;
  }
  for (let tries = 0; tries < maxRetries; tries++) {
    const patch = upgradePatch(current, ownersOfLastApplied(current, 'Update'), manager);
    if (patch === undefined) return undefined;
    const at = { namespace, name, contentType: 'application/json-patch+json' };
    const migrated = yield* client.patch<KubeObject>(resource, at, patch);
    if (migrated.ok) return migrated.value;
    const newest = yield* client.get<KubeObject>(resource, { namespace, name });
    if (!newest.ok) return undefined;
    current = newest.value;
  }
  return undefined;
}

const owns = (object: KubeObject, operation: 'Apply' | 'Update'): boolean =>
  ownersOfLastApplied(object, operation).length > 0;
