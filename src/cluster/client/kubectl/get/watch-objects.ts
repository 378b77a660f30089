/**
 * `kubectl get -w -o yaml|json|name|…`: each object, then each change; with
 * `--output-watch-events`, the watch events themselves.
 *
 * Source: k8s.io/kubectl pkg/cmd/get get.go watch.
 */
import { err, ok } from '#base/result';
import { asJson, goJson } from '#k8s.io/apimachinery/json-value';
import { withManagedFields } from '#k8s.io/apimachinery/managedfields/ledger';
import type { Process } from '#sim/simulation';
import type { Invocation } from '../command.ts';
import type { DiscoveredResource } from '../discovery/discovery-document.ts';
import type { Outcome } from '../failure.ts';
import type { ObjectPrinter } from '../printers/object-printer.ts';
import { fetchObjects } from '../resource/fetch-objects.ts';
import type { ResourceRequest } from '../resource/resource-arguments.ts';
import { followWatch, type ObjectEvent, onlyRequest } from './follow-watch.ts';
import { printObject, withoutManagedFields } from './output.ts';

export function* watchObjects(
  invocation: Invocation,
  requests: readonly ResourceRequest[],
  printer: ObjectPrinter,
): Process<Outcome> {
  const { session, flags } = invocation;
  const request = onlyRequest(requests);
  if (!request.ok) return request;
  const { resource, name } = request.value;
  const namespace = flags.bool('all-namespaces') ? '' : session.config.namespace;
  const selector = flags.string('selector');
  const fieldSelector = name === undefined ? flags.string('field-selector') : '';
  const isYaml = flags.string('output') === 'yaml';
  let printed = 0;
  const print = (sent: ObjectEvent): Outcome => {
    const event = { ...sent, object: withManagedFields(sent.object) };
    if (isYaml && printed++ > 0) session.out('---\n');
    if (flags.bool('output-watch-events')) return printEvent(invocation, printer, event, resource);
    const keeps = flags.bool('show-managed-fields');
    const shown = keeps ? event.object : withoutManagedFields(event.object);
    return printObject(session, printer, asJson(shown), resource);
  };
  const { infos, failure } = yield* fetchObjects(session, requests, {
    namespace,
    selector,
    fieldSelector,
  });
  if (failure !== undefined) return err(failure);
  const seen = new Map<string, string>();
  for (const { object } of infos) {
    seen.set(object.metadata.uid, object.metadata.resourceVersion);
    const done = flags.bool('watch-only') ? ok(undefined) : print({ type: 'ADDED', object });
    if (!done.ok) return done;
  }
  const only = name === undefined ? fieldSelector : `metadata.name=${name}`;
  const query = { fieldSelector: only || undefined, labelSelector: selector || undefined };
  return yield* followWatch(session, resource, { namespace, query }, (event) => {
    const { type, object } = event;
    // A watch without a version begins with the listed objects.
    const known =
      type === 'ADDED' && seen.get(object.metadata.uid) === object.metadata.resourceVersion;
    return known ? ok(undefined) : print(event);
  });
}

/**
 * An event as a value of its own. Its object keeps its managedFields, because the omitting printer
 * only looks at plain objects. Source: cli-runtime pkg/printers, each PrintObj's case of a
 * metav1.WatchEvent.
 */
function printEvent(
  { session, flags }: Invocation,
  printer: ObjectPrinter,
  { type, object }: ObjectEvent,
  resource: DiscoveredResource,
): Outcome {
  const value = asJson(object);
  const output = flags.string('output');
  if (output === 'json') {
    // On one line, and in the order of its struct.
    session.out(`{"type":${goJson(type)},"object":${goJson(value)}}\n`);
    return ok(undefined);
  }
  // A name is that of the object.
  const shown = output === 'name' ? value : { type, object: value };
  return printObject(session, printer, shown, resource);
}
