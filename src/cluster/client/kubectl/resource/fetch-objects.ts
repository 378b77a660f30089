/**
 * Reads the objects of a command before it acts on each.
 *
 * Models k8s.io/cli-runtime pkg/resource visitor.go: named objects are read one by one, collections
 * in chunks of 500. In: requests. Out: the objects, and the failures.
 */
import { err, ok } from '#base/result';
import type { KubeList, KubeObject } from '#k8s.io/apimachinery/meta/v1';
import type { Process } from '#sim/simulation';
import type { DiscoveredResource } from '../discovery/discovery-document.ts';
import { aggregate, type Failure, type Outcome } from '../failure.ts';
import type { Session } from '../session.ts';
import { getInfo } from './get-info.ts';
import type { ResourceRequest } from './resource-arguments.ts';

/** An object together with the resource it was read as. */
export interface Info {
  readonly resource: DiscoveredResource;
  readonly object: KubeObject;
}

export interface FetchOptions {
  /** Empty for all namespaces. */
  readonly namespace: string;
  readonly selector: string;
  readonly fieldSelector?: string;
  /** The subresource of a named object; empty for the object itself. */
  readonly subresource?: string;
}

export interface Fetched {
  readonly infos: readonly Info[];
  readonly failure: Failure | undefined;
}

const chunkSize = 500;

/** Reads all requests; a failure does not keep the others from being read. */
export function* fetchObjects(
  session: Session,
  requests: readonly ResourceRequest[],
  options: FetchOptions,
): Process<Fetched> {
  const infos: Info[] = [];
  const failures: Failure[] = [];
  for (const { resource, name } of session.sim.inTurn(requests)) {
    const read =
      name === undefined
        ? yield* listAll(session, resource, options)
        : yield* getOne(session, resource, options, name);
    if (read.ok) infos.push(...read.value.map((object) => ({ resource, object })));
    else failures.push(read.error);
  }
  return { infos, failure: aggregate(failures) };
}

/** As fetchObjects, but returns the first failure. */
export function* mustFetchObjects(
  session: Session,
  requests: readonly ResourceRequest[],
  options: FetchOptions,
): Process<Outcome<readonly Info[]>> {
  const { infos, failure } = yield* fetchObjects(session, requests, options);
  return failure === undefined ? ok(infos) : { ok: false, error: failure };
}

function* getOne(
  session: Session,
  resource: DiscoveredResource,
  { namespace, subresource = '' }: FetchOptions,
  name: string,
): Process<Outcome<readonly KubeObject[]>> {
  const at = { namespace, name, subresource };
  const object = yield* getInfo(session, resource, at);
  return object.ok ? ok([object.value]) : object;
}

/** A whole collection, chunk by chunk. Items carry their apiVersion and kind. */
export function* listAll(
  session: Session,
  resource: DiscoveredResource,
  { namespace, selector, fieldSelector = '' }: FetchOptions,
): Process<Outcome<readonly KubeObject[]>> {
  const items: KubeObject[] = [];
  let next: string | undefined;
  do {
    const query = {
      continue: next,
      fieldSelector: fieldSelector || undefined,
      labelSelector: selector || undefined,
      limit: chunkSize,
    };
    const list = yield* session.client.get<KubeList>(resource, { namespace, query });
    if (!list.ok) {
      return err(explainListFailure(list.error, resource, { selector, fieldSelector }));
    }
    const { apiVersion } = list.value;
    items.push(...list.value.items.map((item) => ({ ...item, apiVersion, kind: resource.kind })));
    next = list.value.metadata.continue;
  } while (next !== undefined && next !== '');
  return ok(items);
}

/**
 * What a person reads when a collection cannot be read because the request was wrong.
 * Source: cli-runtime pkg/resource selector.go Selector.Visit.
 */
export function explainListFailure(
  failure: Failure,
  { group, version, resource }: DiscoveredResource,
  { selector, fieldSelector }: { readonly selector: string; readonly fieldSelector: string },
): Failure {
  const { status } = failure.kind === 'status' ? failure : {};
  if (status?.reason !== 'BadRequest' && status?.reason !== 'NotFound') return failure;
  const what = JSON.stringify(`${group}/${version}, Resource=${resource}`);
  const asked =
    selector === '' && fieldSelector === ''
      ? `Unable to list ${what}`
      : `Unable to find ${what} that match label selector ${JSON.stringify(selector)}, ` +
        `field selector ${JSON.stringify(fieldSelector)}`;
  return { kind: 'status', status: { ...status, message: `${asked}: ${status.message ?? ''}` } };
}
