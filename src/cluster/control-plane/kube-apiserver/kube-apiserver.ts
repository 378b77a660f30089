/**
 * The API server: wires chain, authenticators, authorizers, flow control, director and registry,
 * creates the objects of a new cluster, and answers requests.
 *
 * Models kubernetes cmd/kube-apiserver and k8s.io/apiserver pkg/server genericapiserver.go. In:
 * HTTP requests. Out: responses, watch streams, and facts of each stage. It listens once its
 * post-start hooks are done.
 */
import type { Building } from '#base/building';
import type { Prng } from '#base/prng';
import { ms, seconds } from '#base/sim-time';
import type { ClusterConfig } from '#cluster/config/cluster-config';
import type { EtcdClient } from '#cluster/control-plane/etcd/client';
import type { Environment } from '#cluster/environment';
import { parseGoDuration } from '#k8s.io/apimachinery/duration';
import type { Status } from '#k8s.io/apimachinery/meta/v1';
import type { ResourceInfo } from '#k8s.io/apimachinery/resources';
import { celOf } from '#k8s.io/apiserver/cel/cel';
import type {
  HttpRequest,
  HttpResponse,
  HttpServer,
  RoundTripper,
} from '#k8s.io/client-go/rest/http';
import type { RequestIds } from '#k8s.io/client-go/rest/request-ids';
import { RestClient, type RestConfig } from '#k8s.io/client-go/rest/rest-client';
import type { IssuerKey } from '#k8s.io/component-helpers/serviceaccount/jwt';
import { firstOf } from '#sim/signal';
import type { Process } from '#sim/simulation';
import type { Draft } from '#trace/fact';
import type { ResponseSent } from '#trace/facts/kube-apiserver';
import { Aggregator } from './aggregator/aggregator.ts';
import { AuditLog, messageOf, reasonOf } from './audit/audit-log.ts';
import type { TokenAuthenticator } from './authenticator/authenticator.ts';
import { authenticateToken, bearerTokenAuthenticator } from './authenticator/bearer-token.ts';
import { identitySource } from './authenticator/identity-sources.ts';
import type { OidcSource } from './authenticator/oidc/issuer-updates.ts';
import { type IssuersPart, OidcAuthenticator } from './authenticator/oidc/oidc.ts';
import { ServiceAccountAuthenticator } from './authenticator/service-account.ts';
import {
  bootstrapTokenAuthenticator,
  type StaticToken,
  tokenFileAuthenticator,
} from './authenticator/static-tokens.ts';
import { UnionAuthenticator } from './authenticator/union.ts';
import { frontProxyAuthenticator, x509Authenticator } from './authenticator/x509.ts';
import { authorizerOf } from './authorizer/authorization-mode.ts';
import { UnionAuthorizer } from './authorizer/union.ts';
import { keepKubernetesService } from './bootstrap/keep-kubernetes-service.ts';
import { postStartHooks, runPostStartHooks } from './bootstrap/post-start-hooks.ts';
import { Director } from './director.ts';
import type { OpenApiWriter } from './discovery/openapi-documents.ts';
import { IssuerMetadata } from './discovery/openid-metadata.ts';
import { Exchange, type Reply } from './exchange.ts';
import { component, type Filter } from './filters/filter.ts';
import { FlowController } from './flowcontrol/flow-controller.ts';
import { buildHandlerChain, runHandlerChain, workingFilters } from './handler-chain.ts';
import { TokenRest } from './handlers/token-request.ts';
import type { Family } from './metrics/exposition.ts';
import { metricsReply } from './metrics/metrics-page.ts';
import { RequestMetrics } from './metrics/request-metrics.ts';
import type { Reach, ReachOutside } from './reach.ts';
import type { RegistryOptions } from './registry/registry.ts';
import { Registry } from './registry/registry.ts';
import type { StorageRegistry } from './registry/storage-registry.ts';
import type { AnyStrategy } from './registry/strategy.ts';
import { statusReply, textReply } from './replies.ts';
import type { ResourceCache } from './storage/resource-cache.ts';

const version = 'v1.36.3';
const certificateAuthority = 'kubernetes-ca';
const frontProxy = { issuer: 'front-proxy-ca', allowedNames: ['front-proxy-client'] };
const frontProxyClient = {
  commonName: 'front-proxy-client',
  organizations: [],
  issuer: 'front-proxy-ca',
};
/** Flag --request-timeout. */
const requestTimeout = seconds(60);
/** Changes have a shorter limit. Source: endpoints/handlers/rest.go requestTimeoutUpperBound. */
const changeTimeout = seconds(34);
const timedOut = (why: string): Status => ({
  kind: 'Status',
  apiVersion: 'v1',
  metadata: {},
  status: 'Failure',
  message: `Timeout: request did not complete within ${why}`,
  reason: 'Timeout',
  details: {},
  code: 504,
});
/** Source: endpoints/handlers/finisher/finisher.go. */
const changeTimedOut = statusReply(timedOut('requested timeout - context deadline exceeded'));
/** The filter writes a Status without its content type. Source: server/filters/timeout.go. */
const readTimedOut = textReply(504, JSON.stringify(timedOut('the allotted timeout')));
/** The time to read a request and pass it through the filters. */
const readDelay = { least: ms(0.1), most: ms(0.4) };

export interface KubeApiserverOptions {
  /** The server's own address: `https://172.30.0.1:6443`. */
  readonly address: string;
  readonly etcd: EtcdClient;
  readonly config: ClusterConfig;
  readonly requestIds: RequestIds;
  /** Connects to a node's kubelet, for logs and exec. */
  readonly kubelet: (node: string) => RoundTripper | undefined;
  /** Connects to an address of the pod network, for servers behind APIServices. */
  readonly dial?: (ip: string, port: number) => RoundTripper | undefined;
  /** The way to programs of pods and nodes, for proxies and webhooks. */
  readonly reach?: Reach;
  /** The way to webhooks and APIs outside the cluster. */
  readonly reachOutside?: ReachOutside;
  /** Flags --oidc-* or --authentication-config; absent: none can be given. */
  readonly oidc?: OidcSource;
  /** Whether a process on the same machine listens on a port of 127.0.0.1. */
  readonly listens?: (port: number) => boolean;
  /** Flag --service-account-signing-key-file. */
  readonly serviceAccountKey: IssuerKey;
  /** Flag --token-auth-file. */
  readonly staticTokens?: readonly StaticToken[];
  /** Makes OpenAPI documents; absent where the cluster was started without. */
  readonly openApi?: () => OpenApiWriter | undefined;
  /** Of kinds whose strategies only some clusters load, by resource. */
  readonly strategies?: Readonly<Record<string, AnyStrategy>>;
  /** What knows issuers outside; without it there are none. */
  readonly issuers?: IssuersPart;
  /** Replaces the real storage in tests. */
  readonly registry?: (options: RegistryOptions) => StorageRegistry & { run(): Process };
}

export class KubeApiserver implements HttpServer {
  readonly address: string;
  readonly #env: Environment;
  readonly #options: KubeApiserverOptions;
  readonly #prng: Prng;
  readonly #oidc: OidcAuthenticator | undefined;
  readonly #registry: StorageRegistry & { run(): Process };
  readonly #chain: readonly Filter[];
  readonly #director: Director;
  readonly #handler: (exchange: Exchange) => Process<Reply>;
  readonly #aggregator: Aggregator;
  readonly #loopback: RestClient;
  readonly #authorizer: UnionAuthorizer;
  readonly #metrics = new RequestMetrics();
  #listening = false;

  constructor(env: Environment, options: KubeApiserverOptions) {
    this.#env = env;
    this.#options = options;
    this.address = options.address;
    this.#prng = env.prng.fork('kube-apiserver');
    this.#loopback = new RestClient(env.sim, env.tracer, this.#loopbackConfig());
    this.#registry = this.#makeRegistry();
    const cache = (resource: ResourceInfo): ResourceCache => this.#registry.cache(resource);
    const key = options.serviceAccountKey;
    const { oidc, requestIds, reachOutside: reach = () => undefined } = options;
    const part: IssuersPart = () => options.issuers?.();
    const { sim, tracer } = env;
    this.#oidc =
      oidc &&
      new OidcAuthenticator(oidc, { sim, tracer, requestIds, reach }, { part, cel: celOf(env) });
    const tokenKinds = this.#tokenAuthenticators(key, cache);
    const modes = options.config.authorizationModes;
    this.#authorizer = new UnionAuthorizer(
      modes.map((mode) => authorizerOf(mode, env.sim, options.config, cache)),
    );
    const chain = buildHandlerChain({
      tracer,
      prng: this.#prng.fork('audit-id'),
      audit: new AuditLog(tracer, options.config.auditPolicy),
      authenticator: this.#authenticator(tokenKinds),
      authorizer: this.#authorizer,
      flowController: new FlowController(sim, cache),
    });
    this.#chain = workingFilters(chain);
    this.#aggregator = new Aggregator({
      sim,
      tracer,
      cache,
      client: this.#loopback,
      dial: options.dial ?? (() => undefined),
      reachOutside: options.reachOutside ?? (() => undefined),
      proxyClient: (transport) =>
        new RestClient(sim, tracer, this.#clientConfig(transport, frontProxyClient)),
    });
    this.#director = new Director({
      aggregator: this.#aggregator,
      sim,
      tracer,
      address: this.address,
      proxyPrng: this.#prng.fork('proxy'),
      registry: this.#registry,
      authorizer: this.#authorizer,
      authenticateToken: (token, audiences) => authenticateToken(tokenKinds, token, audiences),
      issuer: new IssuerMetadata(key, this.address),
      openApi: () => options.openApi?.(),
      metrics: () => metricsReply(this.#families(), this.#registry.objectCounts?.() ?? []),
      tokens: new TokenRest({
        sim,
        prng: this.#prng.fork('tokens'),
        key,
        registry: this.#registry,
      }),
      kubelet: (node) => this.#kubeletClient(node),
      reach: options.reach ?? (() => undefined),
      health: () => ({ ready: this.#listening, etcd: this.#options.etcd.available !== false }),
    });
    this.#handler = (exchange) => this.#measured(exchange);
  }

  /** The authenticators of bearer tokens, in the order in which they are tried. */
  #tokenAuthenticators(
    key: IssuerKey,
    cache: (resource: ResourceInfo) => ResourceCache,
  ): readonly TokenAuthenticator[] {
    const { sim } = this.#env;
    const { config, staticTokens = [] } = this.#options;
    return [
      tokenFileAuthenticator([...(config.staticTokens ?? []), ...staticTokens]),
      new ServiceAccountAuthenticator(sim, key, cache),
      bootstrapTokenAuthenticator(sim, cache),
      ...(this.#oidc === undefined ? [] : [this.#oidc]),
      ...(config.identitySources ?? []).map((source) => identitySource(sim, source)),
    ];
  }

  #authenticator(tokenKinds: readonly TokenAuthenticator[]): UnionAuthenticator {
    const kinds = [
      frontProxyAuthenticator(frontProxy),
      x509Authenticator(certificateAuthority),
      bearerTokenAuthenticator(this.#env.sim, tokenKinds),
    ];
    const { anonymousAuth = true } = this.#options.config;
    return new UnionAuthenticator(kinds, () => this.#oidc?.anonymousAuth ?? anonymousAuth);
  }

  get listening(): boolean {
    return this.#listening;
  }

  /** Starts the server; its processes belong to the task group that spawns this one. */
  *run(): Process {
    const { sim, tracer } = this.#env;
    this.#listening = false;
    tracer.emitRoot({ type: 'ComponentStarted', component, version, flags: this.#flags() });
    yield* sim.asideProcess(this.#registry.run());
    const hooks = postStartHooks(this.#options.config, this.address);
    yield* sim.asideProcess(runPostStartHooks(sim, this.#registry, hooks));
    this.#listening = true;
    sim.spawn('aggregator', this.#aggregator.run());
    if (this.#oidc !== undefined) sim.spawn('oidc authenticator', this.#oidc.run());
    const objects = hooks.find(({ name }) => name === 'bootstrap-controller')?.objects() ?? [];
    const registry = this.#registry;
    const loopback = new RestClient(sim, tracer, this.#loopbackConfig());
    const keeper = keepKubernetesService({ sim, tracer, registry, loopback, objects });
    sim.spawn('kubernetes service', keeper);
  }

  #families(): readonly Family[] {
    return [...this.#metrics.families(this.#env.sim.now), ...(this.#oidc?.families ?? [])];
  }

  /** Handles one request until it is answered; for a watch, until its stream is open. */
  *serve(request: HttpRequest): Process<HttpResponse> {
    const { sim, tracer } = this.#env;
    const exchange = new Exchange(request, sim.now);
    yield this.#prng.between(readDelay.least, readDelay.most);
    const chain = runHandlerChain(this.#chain, tracer, exchange, this.#handler);
    const stuck = this.#options.etcd.available === false;
    try {
      const reply = stuck ? yield* this.#withinDeadline(exchange, chain) : yield* chain;
      // Source: metrics.go RecordDroppedRequest.
      if (reply.code === 429 && !exchange.handled) this.#metrics.dropped(exchange, sim.now);
      return this.#send(exchange, reply);
    } finally {
      // Also of a request that its client has given up.
      exchange.releaseSeat?.();
      exchange.releaseSeat = undefined;
    }
  }

  /** Handles a request, and counts it. */
  *#measured(exchange: Exchange): Process<Reply> {
    const { sim } = this.#env;
    exchange.handled = true;
    const measured = this.#metrics.begin(exchange, sim.now);
    try {
      const reply = yield* this.#director.route(exchange);
      this.#metrics.answered(measured, reply, () => sim.now);
      return reply;
    } finally {
      this.#metrics.leave(measured, sim.now);
    }
  }

  /**
   * While etcd does not answer, a request that waits for it ends at its deadline. Source:
   * server/filters/timeout.go and request_deadline.go, handlers/finisher/finisher.go.
   */
  *#withinDeadline(exchange: Exchange, chain: Process<Reply>): Process<Reply> {
    const { sim } = this.#env;
    const { method, url } = exchange.http;
    const [, asked = ''] = /[?&]timeout=([^&]+)/.exec(url) ?? [];
    const limit = method === 'GET' ? requestTimeout : changeTimeout;
    const deadline = Math.min(parseGoDuration(asked) ?? limit, limit);
    const task = sim.spawn('handler', chain);
    try {
      if (!task.done) yield* firstOf(sim, [task], deadline);
    } finally {
      if (!task.done) task.cancel();
    }
    const reply = task.cancelled ? undefined : yield* task.join();
    if (reply !== undefined) return reply;
    return method === 'GET' && !/[?&]watch=(true|1)/.test(url) ? readTimedOut : changeTimedOut;
  }

  #send(exchange: Exchange, reply: Reply): HttpResponse {
    const { code, contentType, body, stream } = reply;
    const sent: Building<Draft<ResponseSent>> = {
      type: 'ResponseSent',
      component,
      request: exchange.http.id,
      code,
      reason: reasonOf(reply),
      message: messageOf(reply),
      ref: exchange.ref,
    };
    if (body !== undefined) sent.body = body;
    this.#env.tracer.emit(sent);
    const headers: Record<string, string> = {
      'audit-id': exchange.auditId,
      'cache-control': 'no-cache, private',
      'content-type': contentType,
    };
    for (const more of [exchange.responseHeaders, reply.headers]) {
      if (more !== undefined) Object.assign(headers, more);
    }
    if (stream !== undefined) return { code, headers, stream };
    if (reply.text !== undefined) return { code, headers, text: reply.text };
    if (reply.down !== undefined) return { code, headers, down: reply.down };
    if (reply.frames !== undefined) return { code, headers, frames: reply.frames };
    return body === undefined ? { code, headers } : { code, headers, body };
  }

  #flags(): readonly string[] {
    const { authorizationModes, enableAdmissionPlugins, serviceCIDR } = this.#options.config;
    return [
      `--authorization-mode=${authorizationModes.join(',')}`,
      `--enable-admission-plugins=${enableAdmissionPlugins.join(',')}`,
      `--service-cluster-ip-range=${serviceCIDR}`,
    ];
  }

  #makeRegistry(): StorageRegistry & { run(): Process } {
    const { etcd, config, registry, listens, reach, reachOutside, strategies } = this.#options;
    const options: RegistryOptions = {
      etcd,
      config,
      authorize: ({ user, ...question }) => {
        const { path = '' } = question;
        const attributes = { ...question, user, isResourceRequest: path === '', path };
        return this.#authorizer.authorize({ ...attributes, fieldSelector: '' });
      },
      loopback: this.#loopback,
      listens,
      reach,
      reachOutside,
      strategies,
    };
    return registry?.(options) ?? new Registry(this.#env, options);
  }

  /** A client of the server itself, without a network in between. */
  #loopbackConfig(): RestConfig {
    const serve = this.serve.bind(this);
    const transport: RoundTripper = {
      *roundTrip(request) {
        return { ok: true, value: yield* serve(request) };
      },
    };
    const certificate = {
      commonName: 'system:apiserver',
      organizations: ['system:authenticated', 'system:masters'],
      issuer: certificateAuthority,
    };
    return this.#clientConfig(transport, certificate);
  }

  #kubeletClient(node: string): RestClient | undefined {
    const transport = this.#options.kubelet(node);
    if (transport === undefined) return undefined;
    const certificate = {
      commonName: 'kube-apiserver-kubelet-client',
      organizations: ['kubeadm:cluster-admins'],
      issuer: certificateAuthority,
    };
    const { sim, tracer } = this.#env;
    return new RestClient(sim, tracer, this.#clientConfig(transport, certificate));
  }

  #clientConfig(
    transport: RoundTripper,
    certificate: { commonName: string; organizations: readonly string[]; issuer: string },
  ): RestConfig {
    return {
      component,
      userAgent: `kube-apiserver/${version} (linux/amd64) kubernetes/0000000`,
      credential: { kind: 'certificate', certificate },
      transport,
      requestIds: this.#options.requestIds,
      contentType: 'application/json',
    };
  }
}
