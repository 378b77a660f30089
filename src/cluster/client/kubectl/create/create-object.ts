/**
 * Sends an object that a `kubectl create …` command built.
 *
 * Models the common part of k8s.io/kubectl pkg/cmd/create: a typed client, which speaks protobuf,
 * field manager `kubectl-create`, strict validation.
 */
import { err, ok } from '#base/result';
import type { KubeObject, New } from '#k8s.io/apimachinery/meta/v1';
import type { Resource } from '#k8s.io/client-go/rest/resource';
import type { Process } from '#sim/simulation';
import { acceptProtobuf, protobuf } from '../api-client.ts';
import { createOrUpdateBuilt } from '../apply/last-applied.ts';
import type { Invocation } from '../command.ts';
import type { FlagSpec } from '../command-line/flag-spec.ts';
import { failureMessage, type Outcome, usageError } from '../failure.ts';
import {
  changeQuery,
  dryRunOf,
  fieldValidationOf,
  managedChangeFlags,
  printChanged,
  saveConfigFlag,
  validateFlag,
} from '../mutation.ts';

export const createFlags: readonly FlagSpec[] = [
  ...managedChangeFlags('kubectl-create'),
  validateFlag,
  saveConfigFlag,
];

/** The one NAME of a create command. Source: create.go NameFromCommandArgs. */
export function nameArgument({ args, path }: Invocation): Outcome<string> {
  const [name] = args;
  if (name === undefined || args.length !== 1) {
    return usageError(path, `exactly one NAME is required, got ${args.length}`);
  }
  return ok(name);
}

/** The namespace in the object: only set when the command line has one. */
export const givenNamespace = ({ session }: Invocation): { readonly namespace?: string } =>
  session.config.namespaceGiven ? { namespace: session.config.namespace } : {};

/**
 * Creates the object and prints that. `wrapper` comes before a failure's message; without it the
 * server's error is shown as it is.
 */
export function* createObject(
  invocation: Invocation,
  resource: Resource,
  built: New<KubeObject>,
  wrapper?: string,
): Process<Outcome> {
  const { session, flags } = invocation;
  const dryRun = dryRunOf(flags);
  if (!dryRun.ok) return dryRun;
  const fieldValidation = fieldValidationOf(flags);
  if (!fieldValidation.ok) return fieldValidation;
  const object = createOrUpdateBuilt(built, flags);
  session.generated(object);
  if (dryRun.value === 'client') {
    return printChanged(invocation, resource, object, 'created', 'client');
  }
  const at = {
    namespace: session.config.namespace,
    query: changeQuery(flags, dryRun.value, fieldValidation.value),
    accept: acceptProtobuf,
    contentType: protobuf,
  };
  const created = yield* session.client.create<KubeObject>(resource, at, object);
  if (!created.ok) {
    if (wrapper === undefined) return created;
    return err({ kind: 'error', message: `${wrapper} ${failureMessage(created.error)}` });
  }
  return printChanged(invocation, resource, created.value, 'created', dryRun.value);
}
