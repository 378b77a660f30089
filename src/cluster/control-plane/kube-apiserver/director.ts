/**
 * Finds the server of a path: the aggregator, the server of the built-in groups, the server of
 * custom resources, or none.
 *
 * Models k8s.io/apiserver pkg/server/handler.go director and the delegation of kubernetes
 * cmd/kube-apiserver/app/server.go CreateServerChain: aggregator → kube-apiserver → apiextensions →
 * 404. The aggregator forwards group versions that an APIService delegates to a service.
 */
import type { Prng } from '#base/prng';
import type { Node } from '#k8s.io/api/core/v1';
import { badRequest, forbidden, notFound } from '#k8s.io/apimachinery/errors';
import type { KubeObject } from '#k8s.io/apimachinery/meta/v1';
import { groupResource, type ResourceInfo, subresourceOf } from '#k8s.io/apimachinery/resources';
import { type Process, sleep } from '#sim/simulation';
import type { Aggregator } from './aggregator/aggregator.ts';
import { isCustom } from './apiextensions/custom-resource-info.ts';
import { attributesOf } from './authorizer/authorizer.ts';
import type { Health } from './discovery/health-checks.ts';
import { servePath } from './discovery/non-resource.ts';
import { type OpenApiWriter, openApiReply } from './discovery/openapi-documents.ts';
import type { IssuerMetadata } from './discovery/openid-metadata.ts';
import type { Exchange, Reply } from './exchange.ts';
import { component } from './filters/filter.ts';
import { forbiddenStatus } from './filters/forbidden.ts';
import type { RequestInfo } from './filters/request-info.ts';
import { admitConnect } from './handlers/admit-connect.ts';
import { connectSubresources, connectToKubelet, type KubeletClient } from './handlers/connect.ts';
import {
  type HandlerContext,
  type ResourceHandler,
  type ResourceRequest,
  resourceRequest,
} from './handlers/handler.ts';
import { answerType } from './handlers/negotiation.ts';
import { parseNodeAddress, proxyToNode, refusedPort } from './handlers/node-proxy.ts';
import { patchResource } from './handlers/patch.ts';
import { proxyToProgram } from './handlers/proxy.ts';
import { getResource, listResource, watchResource } from './handlers/read.ts';
import { type ReviewParts, reviewStorage } from './handlers/reviews.ts';
import type { TokenRest } from './handlers/token-request.ts';
import {
  createResource,
  deleteCollection,
  deleteResource,
  notSupported,
  updateResource,
} from './handlers/write.ts';
import type { Reach } from './reach.ts';
import type { RestStorage } from './registry/rest-storage.ts';
import type { StorageRegistry } from './registry/storage-registry.ts';
import { wellKnown } from './registry/well-known.ts';
import {
  methodNotAllowed,
  noSuchRoute,
  notModelled,
  pathNotFound,
  statusReply,
} from './replies.ts';

type Server = 'kube-aggregator' | 'kube-apiserver' | 'apiextensions-apiserver' | 'none';

/** For each server: the servers that a request passes, in order, up to this one. */
const askedUpTo: Readonly<Record<Server, readonly string[]>> = {
  'kube-aggregator': ['kube-aggregator'],
  'kube-apiserver': ['kube-aggregator', 'kube-apiserver'],
  'apiextensions-apiserver': ['kube-aggregator', 'kube-apiserver', 'apiextensions-apiserver'],
  none: ['kube-aggregator', 'kube-apiserver', 'apiextensions-apiserver'],
};

export interface DirectorParts extends HandlerContext, ReviewParts {
  readonly address: string;
  /** Which endpoint of a Service a proxied request goes to. */
  readonly proxyPrng: Prng;
  readonly registry: StorageRegistry;
  readonly tokens: TokenRest;
  /** What a verifier of tokens reads. */
  readonly issuer?: IssuerMetadata;
  readonly kubelet: KubeletClient;
  readonly reach: Reach;
  readonly health: () => Health;
  /** The page `/metrics`. */
  readonly metrics: () => Reply;
  readonly openApi?: () => OpenApiWriter | undefined;
  readonly aggregator?: Aggregator;
}

/** Reviews and bindings can only be posted: no path leads to one by its name. */
const lacksRoute = ({ info }: Exchange, { verbs }: ResourceInfo): boolean =>
  info.name !== '' && verbs.length === 1 && verbs[0] === 'create';

export class Director {
  readonly #parts: DirectorParts;
  readonly #reviews = new Map<ResourceInfo, RestStorage | undefined>();

  constructor(parts: DirectorParts) {
    this.#parts = parts;
  }

  *route(exchange: Exchange): Process<Reply> {
    const { info } = exchange;
    const served = info.served ?? this.#customResource(info);
    if (info.isResourceRequest && served !== undefined) {
      return yield* this.#serveResource(exchange, served);
    }
    const { aggregator } = this.#parts;
    const [, prefix, group = '', version = ''] = info.path.split('/');
    if (prefix === 'apis' && version !== '' && aggregator?.owns(group, version) === true) {
      this.#emitRouted(exchange, 'kube-aggregator', 'proxyHandler');
      return yield* aggregator.proxy(exchange, group, version);
    }
    const { address, registry } = this.#parts;
    const remote = aggregator?.groupVersions;
    if (info.path === '/metrics' && exchange.http.method === 'GET') {
      this.#emitRouted(exchange, 'kube-aggregator', 'metrics');
      return this.#parts.metrics();
    }
    const openApi = openApiReply(exchange, this.#parts.openApi?.(), registry.custom);
    const found =
      openApi ??
      this.#parts.issuer?.serve(exchange) ??
      servePath(exchange, address, this.#parts.health(), registry.custom, remote);
    this.#emitRouted(exchange, found?.servedBy ?? 'none', found?.name ?? 'NotFoundHandler');
    return found?.reply ?? pathNotFound;
  }

  #customResource({ isResourceRequest, group, version, resource }: RequestInfo) {
    return isResourceRequest
      ? this.#parts.registry.custom?.find(group, version, resource)
      : undefined;
  }

  /** Proxies to a node, pod or service; only reads from a node's kubelet are modelled. */
  *#proxy(exchange: Exchange, { plural }: ResourceInfo): Process<Reply> {
    const { kubelet, registry, reach, proxyPrng: prng } = this.#parts;
    const { info, http } = exchange;
    if (plural === 'pods' || plural === 'services') {
      const cache = (resource: ResourceInfo) => registry.cache(resource);
      return yield* proxyToProgram({ reach, cache, prng }, exchange, plural);
    }
    if (http.method !== 'GET') return notModelled(`${plural}/proxy`);
    const to = parseNodeAddress(info.name);
    if (to === undefined) return statusReply(badRequest(`invalid node request "${info.name}"`));
    const known = registry.cache(wellKnown.nodes).get(to.node) as Node | undefined;
    if (known === undefined)
      return statusReply(notFound({ group: '', resource: 'nodes' }, to.node));
    const [asked = '', query] = http.url.split('?');
    const rest = info.rest !== '' && asked.endsWith('/') ? `${info.rest}/` : info.rest;
    const path = query === undefined ? rest : `${rest}?${query}`;
    if (to.port === undefined) return yield* proxyToNode(kubelet(to.node), to.node, path);
    return refusedPort(known.status?.addresses?.[0]?.address ?? to.node, to.port);
  }

  *#serveResource(exchange: Exchange, resource: ResourceInfo): Process<Reply> {
    const { verb, subresource } = exchange.info;
    if (subresource === 'proxy') return yield* this.#proxy(exchange, resource);
    const connects = resource.plural === 'pods' && connectSubresources.includes(subresource);
    const handler: FoundHandler | undefined = connects
      ? { name: 'ConnectResource' }
      : resourceHandlers[verb];
    const storage = this.#storageFor(resource, connects ? '' : subresource);
    if (storage === undefined || handler === undefined) {
      this.#emitRouted(exchange, 'none', 'NotFoundHandler');
      return noSuchRoute;
    }
    this.#emitRouted(exchange, serverOf(resource), handler.name);
    if (!connects && !allows(resource, subresource, verb)) {
      return subresource === '' && lacksRoute(exchange, resource) ? noSuchRoute : methodNotAllowed;
    }
    const request = resourceRequest(exchange, resource, storage);
    if ('code' in request) return request;
    const reply = yield* this.#handle(request, handler);
    const contentType = answerType(request.negotiated, reply, isCustom(resource));
    return contentType === reply.contentType ? reply : { ...reply, contentType };
  }

  *#handle(request: ResourceRequest, handler: FoundHandler): Process<Reply> {
    const { exchange, resource, storage } = request;
    const { verb, subresource } = exchange.info;
    const terminating = verb === 'create' ? this.#refusedNew(exchange, resource) : undefined;
    if (terminating !== undefined) return terminating;
    if (verb === 'create' && isCustom(resource)) {
      const delay = this.#parts.registry.custom?.delayOfNew(resource) ?? 0;
      if (delay > 0) yield* sleep(delay);
    }
    if (handler.handle !== undefined) return yield* handler.handle(this.#parts, request);
    if (verb !== 'get' && verb !== 'create') return notSupported(request);
    const refusal = this.#checkUpgrade(exchange);
    if (refusal !== undefined) return refusal;
    const { admission } = this.#parts.registry;
    if (admission !== undefined && subresource !== 'log') {
      const denied = yield* admitConnect(admission, exchange, request.attrs);
      if (denied !== undefined) return statusReply(denied);
    }
    return yield* connectToKubelet(exchange, request.attrs, storage, this.#parts);
  }

  /** Source: customresource_handler.go forbidCreateAdmission. */
  #refusedNew({ http }: Exchange, resource: ResourceInfo): Reply | undefined {
    const { custom } = this.#parts.registry;
    if (!isCustom(resource) || custom?.isTerminating(resource) !== true) return undefined;
    const { metadata } = (http.body ?? {}) as Partial<KubeObject>;
    const why = 'create not allowed while custom resource definition is terminating';
    return statusReply(forbidden(groupResource(resource), metadata?.name ?? '', why));
  }

  /**
   * A WebSocket begins with GET, so running a command also needs permission for `create`. Source:
   * gate AuthorizePodWebsocketUpgradeCreatePermission.
   */
  #checkUpgrade(exchange: Exchange): Reply | undefined {
    const { info, user } = exchange;
    if (info.verb !== 'get' || info.subresource === 'log') return undefined;
    const attributes = { ...attributesOf(user, info), verb: 'create' };
    const { allowed, reason } = this.#parts.authorizer.authorize(attributes);
    return allowed ? undefined : statusReply(forbiddenStatus(attributes, reason));
  }

  #storageFor(resource: ResourceInfo, subresource: string): RestStorage | undefined {
    if (resource.plural === 'serviceaccounts' && subresource === 'token') {
      return this.#parts.tokens;
    }
    if (subresource === '' && !this.#reviews.has(resource)) {
      this.#reviews.set(resource, reviewStorage(this.#parts, resource));
    }
    const review = subresource === '' ? this.#reviews.get(resource) : undefined;
    return review ?? this.#parts.registry.storageFor(resource, subresource);
  }

  #emitRouted(exchange: Exchange, servedBy: Server, handler: string): void {
    this.#parts.tracer.emit({
      type: 'RequestRouted',
      component,
      request: exchange.http.id,
      asked: askedUpTo[servedBy],
      servedBy,
      handler,
    });
  }
}

/** Whether a route exists for the verb; a watch uses the route of the list. */
function allows(resource: ResourceInfo, subresource: string, verb: string): boolean {
  const { verbs } =
    subresource === '' ? resource : (subresourceOf(resource, subresource) ?? resource);
  return verbs.includes(verb === 'watch' ? 'list' : verb);
}

function serverOf(resource: ResourceInfo): Server {
  const { group } = resource;
  if (isCustom(resource)) return 'apiextensions-apiserver';
  if (group === 'apiregistration.k8s.io') return 'kube-aggregator';
  return group === 'apiextensions.k8s.io' ? 'apiextensions-apiserver' : 'kube-apiserver';
}

interface NamedHandler {
  /** Upstream's name of the function. */
  readonly name: string;
  readonly handle: ResourceHandler;
}

/** One without a function connects to the kubelet. */
type FoundHandler = Pick<NamedHandler, 'name'> & Partial<NamedHandler>;

/**
 * The handler of each verb. Models k8s.io/apiserver pkg/endpoints/installer.go
 * registerResourceHandlers.
 */
const resourceHandlers: Readonly<Record<string, NamedHandler | undefined>> = {
  create: { name: 'CreateResource', handle: createResource },
  get: { name: 'GetResource', handle: getResource },
  list: { name: 'ListResource', handle: listResource },
  watch: { name: 'WatchResource', handle: watchResource },
  update: { name: 'UpdateResource', handle: updateResource },
  patch: { name: 'PatchResource', handle: patchResource },
  delete: { name: 'DeleteResource', handle: deleteResource },
  deletecollection: { name: 'DeleteCollection', handle: deleteCollection },
};
