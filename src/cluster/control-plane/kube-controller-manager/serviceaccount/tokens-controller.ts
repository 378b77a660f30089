/**
 * Fills Secrets of type kubernetes.io/service-account-token with a token, and deletes them when
 * their service account is gone. Models kubernetes/pkg/controller/serviceaccount
 * tokens_controller.go; like upstream's it acts as the manager itself. Accounts that are there need
 * nothing and are not queued.
 */
import { asciiBytes, base64OfText, encodeBase64 } from '#base/base64';
import type { Environment } from '#cluster/environment';
import type { Secret, ServiceAccount } from '#k8s.io/api/core/v1';
import { isConflict, isNotFound } from '#k8s.io/apimachinery/errors';
import { secrets, serviceAccounts } from '#k8s.io/client-go/rest/resource';
import type { RestClient } from '#k8s.io/client-go/rest/rest-client';
import type { SharedInformer } from '#k8s.io/client-go/tools/cache/shared-informer';
import type { RateLimitingQueue } from '#k8s.io/client-go/util/workqueue/rate-limiting-queue';
import { issuerKey } from '#k8s.io/component-helpers/serviceaccount/issuer-key';
import {
  type IssuerKey,
  legacyIssuer,
  serviceAccountName,
} from '#k8s.io/component-helpers/serviceaccount/jwt';
import type { Process } from '#sim/simulation';
import {
  type Controller,
  type ControllerContext,
  type ControllerDescriptor,
  workQueue,
} from '../app/controller-context.ts';
import { rootCertificate } from '../app/root-certificate.ts';
import { isNamespaceTerminating } from '../controller/pod-control.ts';
import { apiError, type SyncResult, startWorkers, waitForCaches } from '../controller/workers.ts';

const name = 'serviceaccount-token-controller';
/** Flag --concurrent-serviceaccount-token-syncs. */
const workers = 5;
const tokenType = 'kubernetes.io/service-account-token';
const nameAnnotation = 'kubernetes.io/service-account.name';
const uidAnnotation = 'kubernetes.io/service-account.uid';

export const serviceAccountTokenController: ControllerDescriptor = {
  name,
  *build(context) {
    return new TokensController(context, context.clients.rootClient('tokens-controller'));
  },
};

/** The account of a Secret; without a uid any account of this name. */
interface AccountOf {
  readonly namespace: string;
  readonly account: string;
  readonly uid: string;
}

const accountOf = ({ metadata }: Secret): AccountOf => ({
  namespace: metadata.namespace,
  account: metadata.annotations?.[nameAnnotation] ?? '',
  uid: metadata.annotations?.[uidAnnotation] ?? '',
});

class TokensController implements Controller {
  readonly #env: Environment;
  readonly #client: RestClient;
  readonly #key: IssuerKey;
  readonly #certificate: string;
  readonly #accounts: SharedInformer<ServiceAccount>;
  readonly #secrets: SharedInformer<Secret>;
  readonly #accountQueue: RateLimitingQueue;
  readonly #secretQueue: RateLimitingQueue;
  /** The last state of what was deleted, by key, until its sync is done. */
  readonly #gone = {
    accounts: new Map<string, ServiceAccount>(),
    secrets: new Map<string, Secret>(),
  };

  constructor(context: ControllerContext, client: RestClient) {
    const { env, serviceAccountKey } = context;
    this.#env = env;
    this.#client = client;
    this.#key = issuerKey(serviceAccountKey ?? env.prng.fork('service-account-key'));
    this.#certificate = rootCertificate(context);
    this.#accountQueue = workQueue(context, name, 'serviceaccount_tokens_service');
    this.#secretQueue = workQueue(context, name, 'serviceaccount_tokens_secret');
    this.#accounts = context.informers.forResource<ServiceAccount>(serviceAccounts);
    this.#secrets = context.informers.forResource<Secret>(secrets);
    this.#accounts.addEventHandler({
      onDelete: (account) => this.#enqueueGone(this.#gone.accounts, account, this.#accountQueue),
    });
    const enqueue = (secret: Secret): void => {
      if (secret.type === tokenType) this.#secretQueue.add(keyOf(secret));
    };
    this.#secrets.addEventHandler({
      onAdd: enqueue,
      onUpdate: (_old, secret) => enqueue(secret),
      onDelete: (secret) => {
        if (secret.type === tokenType) {
          this.#enqueueGone(this.#gone.secrets, secret, this.#secretQueue);
        }
      },
    });
  }

  *run(): Process {
    yield* waitForCaches(this.#accounts, this.#secrets);
    startWorkers(this.#env, this.#accountQueue, (key) => this.#syncAccount(key), { workers });
    startWorkers(this.#env, this.#secretQueue, (key) => this.#syncSecret(key), { workers });
  }

  #enqueueGone<T extends ServiceAccount | Secret>(
    gone: Map<string, T>,
    object: T,
    queue: RateLimitingQueue,
  ): void {
    gone.set(keyOf(object), object);
    queue.add(keyOf(object));
  }

  /** Deletes the tokens of an account that is gone. */
  *#syncAccount(key: string): Process<SyncResult> {
    const gone = this.#gone.accounts.get(key);
    if (gone === undefined) return undefined;
    const { uid } = gone.metadata;
    if (this.#accounts.lister.get(key)?.metadata.uid === uid) return undefined;
    const owned = this.#secrets.lister.list().filter((secret) => {
      const its = accountOf(secret);
      const same = `${its.namespace}/${its.account}` === key;
      return secret.type === tokenType && same && its.uid === uid;
    });
    let error: SyncResult;
    for (const secret of this.#env.sim.inTurn(owned)) error ??= yield* this.#delete(secret);
    if (error === undefined) this.#gone.accounts.delete(key);
    return error;
  }

  *#syncSecret(key: string): Process<SyncResult> {
    const secret = this.#secrets.lister.get(key);
    if (secret === undefined) return yield* this.#dropReference(key);
    if (secret.type !== tokenType) return undefined;
    const found = yield* this.#account(accountOf(secret));
    if (found === 'unknown') return { message: 'the service account cannot be read' };
    if (found === undefined) return yield* this.#delete(secret);
    return yield* this.#fill(found, secret);
  }

  /** From the cache; what is not there is asked of the server. */
  *#account(wanted: AccountOf): Process<ServiceAccount | 'unknown' | undefined> {
    const { namespace, account, uid } = wanted;
    const matches = ({ metadata }: ServiceAccount): boolean => uid === '' || metadata.uid === uid;
    const cached = this.#accounts.lister.get(`${namespace}/${account}`);
    if (cached !== undefined && matches(cached)) return cached;
    const target = { namespace, name: account };
    const live = yield* this.#client.get<ServiceAccount>(serviceAccounts, target);
    if (live.ok) return matches(live.value) ? live.value : undefined;
    return isNotFound(live.error) ? undefined : 'unknown';
  }

  *#delete({ metadata }: Secret): Process<SyncResult> {
    const { namespace, name: secret, uid } = metadata;
    const preconditions = { preconditions: { uid } };
    const answer = yield* this.#client.delete(secrets, { namespace, name: secret }, preconditions);
    const gone = answer.ok || isNotFound(answer.error) || isConflict(answer.error);
    return gone ? undefined : apiError(answer.error);
  }

  /** Source: generateTokenIfNeeded. A Secret that changed meanwhile comes again by itself. */
  *#fill(account: ServiceAccount, cached: Secret): Process<SyncResult> {
    if (this.#filled(account, cached) === cached) return undefined;
    const { namespace, name: secret } = cached.metadata;
    const target = { namespace, name: secret };
    const live = yield* this.#client.get<Secret>(secrets, target);
    if (!live.ok) return isNotFound(live.error) ? undefined : apiError(live.error);
    if (live.value.metadata.resourceVersion !== cached.metadata.resourceVersion) return undefined;
    const filled = this.#filled(account, live.value);
    if (filled === live.value) return undefined;
    const answer = yield* this.#client.update<Secret>(secrets, filled, target);
    if (answer.ok || isConflict(answer.error) || isNotFound(answer.error)) return undefined;
    return isNamespaceTerminating(answer.error) ? undefined : apiError(answer.error);
  }

  /** The Secret with what it lacks; the same object when it lacks nothing. */
  #filled({ metadata }: ServiceAccount, secret: Secret): Secret {
    const { namespace } = secret.metadata;
    const { data = {}, metadata: own } = secret;
    const missing: Record<string, string> = {};
    const certificate = base64OfText(this.#certificate);
    if (data['ca.crt'] !== certificate) missing['ca.crt'] = certificate;
    if ((data['namespace'] ?? '') === '') missing['namespace'] = base64OfText(namespace);
    if ((data['token'] ?? '') === '') {
      missing['token'] = encodeBase64(asciiBytes(this.#sign(metadata, own.name)));
    }
    const annotations = { [nameAnnotation]: metadata.name, [uidAnnotation]: metadata.uid };
    const named = Object.entries(annotations).every(
      ([key, value]) => own.annotations?.[key] === value,
    );
    if (named && Object.keys(missing).length === 0) return secret;
    return {
      ...secret,
      metadata: { ...own, annotations: { ...own.annotations, ...annotations } },
      data: { ...data, ...missing },
    };
  }

  /** Source: pkg/serviceaccount/legacy.go LegacyClaims. */
  #sign({ namespace, name: account, uid }: ServiceAccount['metadata'], secret: string): string {
    return this.#key.sign({
      iss: legacyIssuer,
      'kubernetes.io/serviceaccount/namespace': namespace,
      'kubernetes.io/serviceaccount/secret.name': secret,
      'kubernetes.io/serviceaccount/service-account.name': account,
      'kubernetes.io/serviceaccount/service-account.uid': uid,
      sub: serviceAccountName(namespace, account),
    });
  }

  /** An account names no Secret that is gone. Source: removeSecretReference. */
  *#dropReference(key: string): Process<SyncResult> {
    const gone = this.#gone.secrets.get(key);
    this.#gone.secrets.delete(key);
    if (gone === undefined) return undefined;
    const { namespace, account } = accountOf(gone);
    const names = ({ secrets: listed = [] }: ServiceAccount): boolean =>
      listed.some((reference) => reference.name === gone.metadata.name);
    const cached = this.#accounts.lister.get(`${namespace}/${account}`);
    if (cached === undefined || !names(cached)) return undefined;
    const target = { namespace, name: account };
    const live = yield* this.#client.get<ServiceAccount>(serviceAccounts, target);
    if (!live.ok) return isNotFound(live.error) ? undefined : apiError(live.error);
    if (!names(live.value)) return undefined;
    const left = live.value.secrets?.filter((reference) => reference.name !== gone.metadata.name);
    const body: ServiceAccount = { ...live.value, secrets: left ?? [] };
    const answer = yield* this.#client.update<ServiceAccount>(serviceAccounts, body, target);
    return answer.ok || isNotFound(answer.error) ? undefined : apiError(answer.error);
  }
}

const keyOf = ({ metadata }: ServiceAccount | Secret): string =>
  `${metadata.namespace}/${metadata.name}`;
