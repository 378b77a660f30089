/**
 * `kubectl get -w -o yaml|json|name|…`: each object as it is, then each change of one.
 *
 * Source: k8s.io/kubectl pkg/cmd/get get.go watch.
 */
import { err, ok } from '#base/result';
import { asJson } from '#k8s.io/apimachinery/json-value';
import type { KubeObject } from '#k8s.io/apimachinery/meta/v1';
import type { Process } from '#sim/simulation';
import type { Invocation } from '../command.ts';
import type { Outcome } from '../failure.ts';
import type { ObjectPrinter } from '../printers/object-printer.ts';
import { fetchObjects } from '../resource/fetch-objects.ts';
import type { ResourceRequest } from '../resource/resource-arguments.ts';
import { followWatch, onlyRequest } from './follow-watch.ts';
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
  const print = (object: KubeObject): Outcome => {
    const shown = flags.bool('show-managed-fields') ? object : withoutManagedFields(object);
    if (isYaml && printed++ > 0) session.out('---\n');
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
    const done = flags.bool('watch-only') ? ok(undefined) : print(object);
    if (!done.ok) return done;
  }
  const only = name === undefined ? fieldSelector : `metadata.name=${name}`;
  const query = { fieldSelector: only || undefined, labelSelector: selector || undefined };
  return yield* followWatch(session, resource, { namespace, query }, ({ type, object }) => {
    // A watch without a version begins with what was listed.
    const known =
      type === 'ADDED' && seen.get(object.metadata.uid) === object.metadata.resourceVersion;
    return known ? ok(undefined) : print(object);
  });
}
