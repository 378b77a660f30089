/**
 * What `kubectl apply` prints: a line for each object at once, or with `-o` all of them at the end.
 *
 * Models k8s.io/kubectl pkg/cmd/apply apply.go shouldPrintObject and printObjects: several objects
 * are one List, and nothing is printed when one of them failed.
 */
import { ok } from '#base/result';
import { asJson, type JsonValue } from '#k8s.io/apimachinery/json-value';
import type { KubeObject, New } from '#k8s.io/apimachinery/meta/v1';
import type { Resource } from '#k8s.io/client-go/rest/resource';
import type { Invocation } from '../command.ts';
import { fail, type Outcome } from '../failure.ts';
import { objectPrinter, printObject, withoutManagedFields } from '../get/output.ts';
import { type DryRun, formatOf, printChanged } from '../mutation.ts';
import type { Session } from '../session.ts';

interface Applied {
  readonly resource: Resource;
  readonly value: JsonValue;
}

/** Keyed by the command; nothing outlives it. */
const applied = new WeakMap<Session, Applied[]>();

/** Prints the line of one object, or keeps the object for the end. */
export function reportApplied(
  invocation: Invocation,
  resource: Resource,
  object: KubeObject | New<KubeObject>,
  operation: string,
  dryRun: DryRun,
): Outcome {
  const { session, flags } = invocation;
  const format = formatOf(flags);
  if (format === '' || format === 'name') {
    return printChanged(invocation, resource, object, operation, dryRun);
  }
  const whole = object as KubeObject;
  const shown = flags.bool('show-managed-fields') ? whole : withoutManagedFields(whole);
  const kept = applied.get(session) ?? [];
  applied.set(session, [...kept, { resource, value: asJson(shown) }]);
  return ok(undefined);
}

export function printApplied({ session, flags }: Invocation): Outcome {
  const kept = applied.get(session) ?? [];
  const [first] = kept;
  if (first === undefined) return ok(undefined);
  const printer = objectPrinter(formatOf(flags), {
    template: flags.string('template'),
    columns: false,
  });
  if (!printer.ok) return fail(printer.error);
  const items = kept.map(({ value }) => value);
  const list = { apiVersion: 'v1', items, kind: 'List', metadata: {} };
  return printObject(session, printer.value, items.length > 1 ? list : first.value, first.resource);
}
