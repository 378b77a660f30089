/** The input of all handlers of resources, and the values that they read from a request. */
import type { Status } from '#k8s.io/apimachinery/meta/v1';
import type { ResourceInfo } from '#k8s.io/apimachinery/resources';
import type { Process, Simulation } from '#sim/simulation';
import type { Tracer } from '#trace/tracer';
import type { Exchange, Reply } from '../exchange.ts';
import { isTrue } from '../filters/request-info.ts';
import type { ListOptions, RestStorage, WatchOptions } from '../registry/rest-storage.ts';
import { statusReply } from '../replies.ts';
import type { RequestAttributes } from '../request-attributes.ts';
import { type Negotiated, negotiate } from './negotiation.ts';

/** One request for a resource. */
export interface ResourceRequest {
  readonly exchange: Exchange;
  readonly attrs: RequestAttributes;
  readonly resource: ResourceInfo;
  readonly storage: RestStorage;
  readonly negotiated: Negotiated;
}

export interface HandlerContext {
  readonly sim: Simulation;
  readonly tracer: Tracer;
}

export type ResourceHandler = (context: HandlerContext, request: ResourceRequest) => Process<Reply>;

/** Collects what the handlers need; 406 when the client accepts no form of the response. */
export function resourceRequest(
  exchange: Exchange,
  resource: ResourceInfo,
  storage: RestStorage,
): ResourceRequest | Reply {
  const negotiated = negotiate(exchange.http.headers['accept'], storage);
  if (isStatus(negotiated)) return statusReply(negotiated);
  return { exchange, resource, storage, negotiated, attrs: attributesOf(exchange, resource) };
}

export const isStatus = (value: object): value is Status =>
  (value as { kind?: unknown }).kind === 'Status';

function attributesOf(exchange: Exchange, resource: ResourceInfo): RequestAttributes {
  const { info, user, http, userAgent } = exchange;
  return {
    request: http.id,
    user,
    verb: info.verb,
    resource,
    subresource: info.subresource,
    namespace: resource.namespaced ? info.namespace : '',
    name: info.verb === 'create' || isNamed(info.verb) ? info.name : '',
    dryRun: info.query['dryRun'] === 'All',
    fieldManager: info.query['fieldManager'] || prefixOf(userAgent),
    userAgent,
    warn: (text) => exchange.warn(text),
    annotate: (key, value) => exchange.annotate(key, value),
  };
}

/** In a list or watch the name comes from the field selector and does not address an object. */
const isNamed = (verb: string): boolean =>
  verb === 'get' || verb === 'update' || verb === 'patch' || verb === 'delete';

/** `kubectl/v1.36.3 (…)` → `kubectl`. Source: handlers/create.go managerOrUserAgent. */
function prefixOf(userAgent: string): string {
  const slash = userAgent.indexOf('/');
  return (slash < 0 ? userAgent : userAgent.slice(0, slash)).slice(0, 128);
}

export function listOptionsOf({ info }: Exchange): ListOptions {
  const { query } = info;
  return {
    labelSelector: query['labelSelector'] ?? '',
    fieldSelector: query['fieldSelector'] ?? '',
    resourceVersion: query['resourceVersion'] ?? '',
    resourceVersionMatch: query['resourceVersionMatch'] ?? '',
    limit: Number(query['limit'] ?? 0),
    continue: query['continue'] ?? '',
  };
}

export function watchOptionsOf({ info }: Exchange): WatchOptions {
  const { query } = info;
  return {
    labelSelector: query['labelSelector'] ?? '',
    fieldSelector: query['fieldSelector'] ?? '',
    resourceVersion: query['resourceVersion'] ?? '',
    resourceVersionMatch: query['resourceVersionMatch'] ?? '',
    allowWatchBookmarks: isTrue(query['allowWatchBookmarks']),
    sendInitialEvents: isTrue(query['sendInitialEvents']),
    timeoutSeconds: Number(query['timeoutSeconds'] ?? 0),
  };
}
