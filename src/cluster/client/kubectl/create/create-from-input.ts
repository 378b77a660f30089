/** `kubectl create -f -`. Source: k8s.io/kubectl pkg/cmd/create create.go RunCreate. */
import { err } from '#base/result';
import type { KubeObject } from '#k8s.io/apimachinery/meta/v1';
import type { Process } from '#sim/simulation';
import { withNoteAsAsked } from '../apply/apply.ts';
import type { Invocation } from '../command.ts';
import { type Outcome, withSource } from '../failure.ts';
import { eachManifest } from '../manifest/each-manifest.ts';
import { type Manifest, standardInput } from '../manifest/read-manifests.ts';
import { changeQuery, type DryRun, printChanged } from '../mutation.ts';

export function* createFromInput(invocation: Invocation): Process<Outcome> {
  return yield* eachManifest(invocation, 'create', (manifest, dryRun, fieldValidation) =>
    createOne(invocation, manifest, dryRun, fieldValidation),
  );
}

function* createOne(
  invocation: Invocation,
  { resource, object: written, namespace }: Manifest,
  dryRun: DryRun,
  fieldValidation: string,
): Process<Outcome> {
  const { session, flags } = invocation;
  const object = withNoteAsAsked(written, flags);
  session.generated(object);
  if (dryRun === 'client') return printChanged(invocation, resource, object, 'created', dryRun);
  const query = changeQuery(flags, dryRun, fieldValidation);
  const created = yield* session.client.create<KubeObject>(resource, { namespace, query }, object);
  if (!created.ok) return err(withSource(created.error, 'creating', standardInput));
  return printChanged(invocation, resource, created.value, 'created', dryRun);
}
