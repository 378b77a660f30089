/**
 * Gives each controller a client of its own: its service account, a short-lived token, a rate
 * limit and a user agent.
 *
 * Models k8s.io/controller-manager pkg/clientbuilder client_builder_dynamic.go: the service account
 * is read (and created if missing) whenever a client is built; the token comes from a TokenRequest
 * when the first request needs it, and again before it expires.
 */
import { type Duration, minute, parseRfc3339, type SimTime, second } from '#base/sim-time';
import type { Environment } from '#cluster/environment';
import type { TokenRequest } from '#k8s.io/api/authentication/v1';
import { isNotFound } from '#k8s.io/apimachinery/errors';
import type { Status } from '#k8s.io/apimachinery/meta/v1';
import { namespaces, serviceAccounts } from '#k8s.io/client-go/rest/resource';
import { type ApiResult, RestClient, type RestConfig } from '#k8s.io/client-go/rest/rest-client';
import { TokenBucket } from '#k8s.io/client-go/util/flowcontrol/throttle';
import { Signal } from '#sim/signal';
import { type Process, sleep } from '#sim/simulation';

/** Source: kubernetes/pkg/controller/apis/config/v1alpha1/defaults.go (--kube-api-qps, -burst). */
const defaultQps = 20;
const defaultBurst = 30;

const accountNamespace = 'kube-system';
const tokenSeconds = 3600;
/** A token is renewed this long before it expires. */
const tokenLeeway: Duration = 5 * minute;
const firstTokenRetry: Duration = second / 2;
const tokenTries = 4;
/** The wait between attempts to read a service account. */
const accountRetry: Duration = second;

export interface ClientOptions {
  /** The controller that uses the client: `deployment-controller`. */
  readonly controller: string;
  /** Its service account: `deployment-controller`, `generic-garbage-collector`. */
  readonly serviceAccount: string;
  readonly qps?: number;
  readonly burst?: number;
}

export class DynamicClientBuilder {
  readonly #env: Environment;
  readonly #base: RestConfig;
  readonly #core: RestClient;
  readonly #tokens = new Map<string, TokenSource>();

  /** `base`: the process's own identity, which reads accounts and requests tokens. */
  constructor(env: Environment, base: RestConfig) {
    this.#env = env;
    this.#base = base;
    this.#core = this.rootClient('kube-controller-manager');
  }

  /** A client with the process's own certificate and a suffix in its user agent. */
  rootClient(suffix: string): RestClient {
    const { sim, tracer } = this.#env;
    const bucket = new TokenBucket(sim, defaultQps, defaultBurst);
    return new RestClient(sim, tracer, {
      ...this.#base,
      userAgent: `${this.#base.userAgent}/${suffix}`,
      beforeRequest: () => bucket.accept(),
    });
  }

  /** A client that acts as a service account of kube-system. */
  *client(options: ClientOptions): Process<RestClient> {
    const { controller, serviceAccount, qps = defaultQps, burst = defaultBurst } = options;
    while (!(yield* getOrCreateServiceAccount(this.#core, serviceAccount)).ok) {
      yield* sleep(accountRetry);
    }
    const { sim, tracer } = this.#env;
    const bucket = new TokenBucket(sim, qps, burst);
    const tokens = this.#tokenSource(serviceAccount);
    const user = `system:serviceaccount:${accountNamespace}:${serviceAccount}`;
    return new RestClient(sim, tracer, {
      ...this.#base,
      component: `${this.#base.component}/${controller}`,
      userAgent: `${this.#base.userAgent}/${user}`,
      credential: { kind: 'token', user, token: () => tokens.token },
      *beforeRequest() {
        yield* bucket.accept();
        yield* tokens.refresh();
      },
    });
  }

  #tokenSource(serviceAccount: string): TokenSource {
    let source = this.#tokens.get(serviceAccount);
    if (source === undefined) {
      source = new TokenSource(this.#env, this.#core, serviceAccount);
      this.#tokens.set(serviceAccount, source);
    }
    return source;
  }
}

/** The token of one service account, which all clients of that account share. */
class TokenSource {
  readonly #env: Environment;
  readonly #core: RestClient;
  readonly #serviceAccount: string;
  readonly #refreshed: Signal;
  #token = '';
  #expiresAt: SimTime = Number.NEGATIVE_INFINITY;
  #refreshing = false;

  constructor(env: Environment, core: RestClient, serviceAccount: string) {
    this.#env = env;
    this.#core = core;
    this.#serviceAccount = serviceAccount;
    this.#refreshed = new Signal(env.sim);
  }

  get token(): string {
    return this.#token;
  }

  /** Waits until the token is valid for a while, or until the request for a new one has failed. */
  *refresh(): Process {
    if (this.#expiresAt - tokenLeeway > this.#env.sim.now) return;
    if (this.#refreshing) {
      // A waiting caller keeps its own cause, whichever caller refreshes the token.
      yield* this.#env.sim.asideProcess(this.#refreshed.wait());
      return;
    }
    this.#refreshing = true;
    yield* this.#env.sim.asideProcess(this.#request());
    this.#refreshing = false;
    this.#refreshed.notifyAll();
  }

  *#request(): Process {
    let wait = firstTokenRetry;
    for (let tries = 0; tries < tokenTries; tries++) {
      if (tries > 0) yield* sleep(wait);
      if (tries > 0) wait *= 2;
      const account = yield* getOrCreateServiceAccount(this.#core, this.#serviceAccount);
      if (!account.ok) continue;
      const answer = yield* this.#core.create<TokenRequest>(
        serviceAccounts,
        {
          kind: 'TokenRequest',
          apiVersion: 'authentication.k8s.io/v1',
          metadata: {},
          spec: { expirationSeconds: tokenSeconds },
        },
        { namespace: accountNamespace, name: this.#serviceAccount, subresource: 'token' },
      );
      if (!answer.ok || answer.value.status === undefined) continue;
      const { token = '', expirationTimestamp = '' } = answer.value.status;
      this.#token = token;
      this.#expiresAt = parseRfc3339(expirationTimestamp) ?? this.#env.sim.now;
      return;
    }
  }
}

/** Source: client_builder_dynamic.go getOrCreateServiceAccount. */
function* getOrCreateServiceAccount(core: RestClient, name: string): Process<ApiResult<unknown>> {
  const namespace = accountNamespace;
  const found = yield* core.get(serviceAccounts, { namespace, name });
  if (found.ok || !isNotFound(found.error)) return found;
  yield* ensureNamespace(core, namespace);
  const body = { kind: 'ServiceAccount', apiVersion: 'v1', metadata: { name, namespace } };
  const created = yield* core.create(serviceAccounts, body, { namespace });
  if (created.ok || !isAlreadyThere(created.error)) return created;
  return yield* core.get(serviceAccounts, { namespace, name });
}

const isAlreadyThere = (status: Status): boolean => status.reason === 'AlreadyExists';

function* ensureNamespace(core: RestClient, name: string): Process {
  const found = yield* core.get(namespaces, { name });
  if (found.ok || !isNotFound(found.error)) return;
  yield* core.create(namespaces, { kind: 'Namespace', apiVersion: 'v1', metadata: { name } });
}
