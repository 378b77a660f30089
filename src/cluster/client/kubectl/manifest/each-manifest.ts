/**
 * What `apply -f` and `create -f` share: read the manifests, do each in its order, and tell all
 * failures together at the end. Models the Visit loops of k8s.io/kubectl pkg/cmd/apply and create.
 */
import { err, ok } from '#base/result';
import type { Process } from '#sim/simulation';
import type { Invocation } from '../command.ts';
import { aggregate, type Failure, type Outcome } from '../failure.ts';
import { type DryRun, dryRunOf, fieldValidationOf } from '../mutation.ts';
import { type Manifest, noObjects, readManifests } from './read-manifests.ts';

/** What is done with one manifest; `fieldValidation` is the query parameter's value. */
export type ManifestAction = (
  manifest: Manifest,
  dryRun: DryRun,
  fieldValidation: string,
) => Process<Outcome>;

/** `verb` is what kubectl says it found nothing to do: `apply`, `create`. */
export function* eachManifest(
  invocation: Invocation,
  verb: string,
  act: ManifestAction,
): Process<Outcome> {
  const dryRun = dryRunOf(invocation.flags);
  if (!dryRun.ok) return dryRun;
  const validation = fieldValidationOf(invocation.flags);
  if (!validation.ok) return validation;
  const read = yield* readManifests(invocation, validation.value !== 'Ignore');
  if (!read.ok) return read;
  const { manifests, failure } = read.value;
  // Only replace is content with nothing.
  const nothing = manifests.length === 0;
  if (nothing && verb === 'replace' && failure === undefined) return ok(undefined);
  if (nothing) return noObjects(verb, failure);
  const failures: Failure[] = failure === undefined ? [] : [failure];
  for (const manifest of manifests) {
    const done = yield* act(manifest, dryRun.value, validation.value);
    if (!done.ok) failures.push(done.error);
  }
  const all = aggregate(failures);
  return all === undefined ? ok(undefined) : err(all);
}
