/** `kubectl create -f -`. Source: k8s.io/kubectl pkg/cmd/create create.go RunCreate. */
import { err, ok } from '#base/result';
import type { KubeObject } from '#k8s.io/apimachinery/meta/v1';
import type { Process } from '#sim/simulation';
import type { Invocation } from '../command.ts';
import { aggregate, type Failure, type Outcome, withSource } from '../failure.ts';
import {
  type Manifest,
  noObjects,
  readManifests,
  standardInput,
} from '../manifest/read-manifests.ts';
import {
  type DryRun,
  dryRunOf,
  dryRunQuery,
  fieldValidationOf,
  printChanged,
} from '../mutation.ts';

export function* createFromInput(invocation: Invocation): Process<Outcome> {
  const dryRun = dryRunOf(invocation.flags);
  if (!dryRun.ok) return dryRun;
  const validation = fieldValidationOf(invocation.flags);
  if (!validation.ok) return validation;
  const read = yield* readManifests(invocation, validation.value !== 'Ignore');
  if (!read.ok) return read;
  const { manifests, failure } = read.value;
  if (manifests.length === 0) return noObjects('create', failure);
  const failures: Failure[] = failure === undefined ? [] : [failure];
  for (const manifest of manifests) {
    const done = yield* createOne(invocation, manifest, dryRun.value, validation.value);
    if (!done.ok) failures.push(done.error);
  }
  const all = aggregate(failures);
  return all === undefined ? ok(undefined) : err(all);
}

function* createOne(
  invocation: Invocation,
  { resource, object, namespace }: Manifest,
  dryRun: DryRun,
  fieldValidation: string,
): Process<Outcome> {
  const { session, flags } = invocation;
  session.generated(object);
  if (dryRun === 'client') return printChanged(invocation, resource, object, 'created', dryRun);
  const query = {
    ...dryRunQuery(dryRun),
    fieldManager: flags.string('field-manager'),
    fieldValidation,
  };
  const created = yield* session.client.create<KubeObject>(resource, { namespace, query }, object);
  if (!created.ok) return err(withSource(created.error, 'creating', standardInput));
  return printChanged(invocation, resource, created.value, 'created', dryRun);
}
