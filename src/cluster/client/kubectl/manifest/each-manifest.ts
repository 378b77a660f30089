/**
 * What `apply -f` and `create -f` share: read the manifests, handle each in order, and report all
 * failures at the end. Models the Visit loops of k8s.io/kubectl pkg/cmd/apply and create.
 */
import { err, ok } from '#base/result';
import type { Process } from '#sim/simulation';
import type { Invocation } from '../command.ts';
import { aggregate, type Failure, type Outcome } from '../failure.ts';
import { type DryRun, dryRunOf, fieldValidationOf } from '../mutation.ts';
import { invalidData, type Manifest, noObjects, readManifests } from './read-manifests.ts';

/** Handles one manifest; `fieldValidation` is the query parameter's value. */
export type ManifestAction = (
  manifest: Manifest,
  dryRun: DryRun,
  fieldValidation: string,
) => Process<Outcome>;

/** `verb` is the word in the error for no objects: `apply`, `create`. */
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
  const { server } = invocation.session.client;
  const validates = validation.value !== 'Ignore';
  // Only replace accepts an empty input.
  const nothing = manifests.length === 0;
  if (nothing && verb === 'replace' && failure === undefined) return ok(undefined);
  if (nothing && failure !== undefined && validates && isRefused(failure)) {
    return noSchema(server, failure);
  }
  if (nothing) return noObjects(verb, failure);
  const failures: Failure[] = failure === undefined ? [] : [failure];
  for (const [index, manifest] of invocation.session.sim.inTurn(manifests.entries())) {
    const done = yield* act(manifest, dryRun.value, validation.value);
    if (done.ok) continue;
    if (index === 0 && validates && isRefused(done.error)) return noSchema(server, done.error);
    failures.push(done.error);
  }
  const all = aggregate(failures);
  return all === undefined ? ok(undefined) : err(all);
}

type Refused = Failure & { readonly kind: 'connection' };

const isRefused = (failure: Failure): failure is Refused =>
  failure.kind === 'connection' && failure.message.includes('connection refused');

/**
 * Before anything else kubectl asks whether the server validates, at /openapi/v3 and then at
 * /openapi/v2. Those requests are not simulated: only the error of the first is, when no server
 * answers.
 * Source: cli-runtime resource/query_param_verifier.go and fallback_query_param_verifier.go.
 */
function noSchema(server: string, { message }: Refused): Outcome {
  const asked = `Get "${server}/openapi/v2?timeout=32s": ${message}`;
  return invalidData(`failed to download openapi: ${asked}`);
}
