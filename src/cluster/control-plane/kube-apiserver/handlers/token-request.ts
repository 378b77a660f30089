/**
 * POST serviceaccounts/NAME/token: signs a token for a service account.
 *
 * Models kubernetes pkg/registry/core/serviceaccount/storage/token.go and pkg/serviceaccount
 * claims.go. A token that the kubelet requests for a pod's volume (3607 s) is valid for a year, and
 * its use causes a warning after the requested time.
 */
import { must } from '#base/assert';
import type { Prng } from '#base/prng';
import { err, ok, type Result } from '#base/result';
import { rfc3339, second } from '#base/sim-time';
import { uuidV4 } from '#base/uuid';
import type { BoundObjectReference, TokenRequest } from '#k8s.io/api/authentication/v1';
import type { Pod } from '#k8s.io/api/core/v1';
import { badRequest, conflict, invalid, notFound } from '#k8s.io/apimachinery/errors';
import { invalidValue } from '#k8s.io/apimachinery/field-error';
import { asObject } from '#k8s.io/apimachinery/json-value';
import type { KubeObject, Status } from '#k8s.io/apimachinery/meta/v1';
import { groupResource, resourceForKind } from '#k8s.io/apimachinery/resources';
import {
  type BoundReference,
  type IssuerKey,
  type KubernetesClaims,
  serviceAccountName,
} from '#k8s.io/component-helpers/serviceaccount/jwt';
import type { Process, Simulation } from '#sim/simulation';
import { serviceAccountIssuer, unixSeconds } from '../authenticator/service-account.ts';
import type { RestStorage } from '../registry/rest-storage.ts';
import type { StorageRegistry } from '../registry/storage-registry.ts';
import type { RequestAttributes } from '../request-attributes.ts';

const defaultSeconds = 3600;
const minSeconds = 600;
/** Source: pkg/serviceaccount WarnOnlyBoundTokenExpirationSeconds, ExpirationExtensionSeconds. */
const warnOnlySeconds = 3607;
const extendedSeconds = 365 * 24 * 3600;

export interface TokenParts {
  readonly sim: Simulation;
  readonly prng: Prng;
  readonly key: IssuerKey;
  readonly registry: StorageRegistry;
}

type Bound = Pick<KubernetesClaims, 'pod' | 'node' | 'secret'>;

export class TokenRest implements RestStorage {
  readonly #parts: TokenParts;

  constructor(parts: TokenParts) {
    this.#parts = parts;
  }

  *create(attrs: RequestAttributes, object: KubeObject) {
    const account = yield* this.#find(attrs, 'ServiceAccount', attrs.name);
    if (account === undefined) return err(missing('ServiceAccount', attrs.name));
    const { spec } = asObject<TokenRequest>(object);
    const expirationSeconds = spec.expirationSeconds ?? defaultSeconds;
    if (expirationSeconds < minSeconds) return err(tooShort(expirationSeconds));
    const bound = yield* this.#bind(attrs, spec.boundObjectRef ?? undefined);
    if (!bound.ok) return bound;
    const audiences = spec.audiences?.length ? spec.audiences : [serviceAccountIssuer];
    const token = this.#sign(attrs, account, { audiences, expirationSeconds }, bound.value);
    return ok(this.#answer(attrs, object, { audiences, expirationSeconds, token }));
  }

  #answer(
    attrs: RequestAttributes,
    object: KubeObject,
    made: { audiences: readonly string[]; expirationSeconds: number; token: string },
  ): KubeObject {
    const { sim, prng } = this.#parts;
    const { audiences, expirationSeconds, token } = made;
    const review = asObject<TokenRequest>(object);
    const answer: TokenRequest = {
      ...review,
      metadata: {
        ...review.metadata,
        name: attrs.name,
        namespace: attrs.namespace,
        uid: uuidV4(prng),
        creationTimestamp: rfc3339(sim.now),
      },
      spec: { ...review.spec, audiences, expirationSeconds },
      status: { token, expirationTimestamp: rfc3339(sim.now + expirationSeconds * second) },
    };
    return asObject<KubeObject>(answer);
  }

  /** Reads from the cache, or from the store when the object was created just now. */
  *#find(attrs: RequestAttributes, kind: string, name: string): Process<KubeObject | undefined> {
    const { registry } = this.#parts;
    const resource = must(resourceForKind('v1', kind), kind);
    const namespace = resource.namespaced ? attrs.namespace : '';
    const key = namespace === '' ? name : `${namespace}/${name}`;
    const cached = registry.cache(resource).get(key);
    if (cached !== undefined) return cached;
    const storage = registry.storageFor(resource, '');
    const get = must(storage?.get, kind).bind(storage);
    const where = { verb: 'get', resource, subresource: '', namespace, name };
    const found = yield* get({ ...attrs, ...where }, { resourceVersion: '' });
    return found.ok ? found.value : undefined;
  }

  /** The object to which the token is bound must exist, with the given uid. */
  *#bind(
    attrs: RequestAttributes,
    ref: BoundObjectReference | undefined,
  ): Process<Result<Bound, Status>> {
    if (ref === undefined) return ok({});
    const { kind = '', name = '', uid = '' } = ref;
    if (kind !== 'Pod' && kind !== 'Secret' && kind !== 'Node') {
      return err(badRequest(`cannot bind token for serviceaccount to object of type ${kind}`));
    }
    const object = yield* this.#find(attrs, kind, name);
    if (object === undefined) return err(missing(kind, name));
    if (uid !== '' && uid !== object.metadata.uid) return err(otherUid(kind, name, uid));
    const bound = referenceTo(object);
    if (kind === 'Secret') return ok({ secret: bound });
    if (kind === 'Node') return ok({ node: bound });
    return yield* this.#bindPod(attrs, object, bound);
  }

  *#bindPod(
    attrs: RequestAttributes,
    object: KubeObject,
    bound: BoundReference,
  ): Process<Result<Bound, Status>> {
    const { serviceAccountName: account, nodeName = '' } = asObject<Pod>(object).spec;
    if (account !== attrs.name) {
      const problem = 'to pod running with different serviceaccount name.';
      return err(badRequest(`cannot bind token for serviceaccount "${attrs.name}" ${problem}`));
    }
    const node = nodeName === '' ? undefined : yield* this.#find(attrs, 'Node', nodeName);
    return ok({ pod: bound, ...(node !== undefined && { node: referenceTo(node) }) });
  }

  #sign(
    attrs: RequestAttributes,
    account: KubeObject,
    spec: { readonly audiences: readonly string[]; readonly expirationSeconds: number },
    bound: Bound,
  ): string {
    const { sim, prng, key } = this.#parts;
    const now = unixSeconds(sim);
    const extended =
      bound.pod !== undefined &&
      spec.expirationSeconds === warnOnlySeconds &&
      spec.audiences.includes(serviceAccountIssuer);
    const jti = uuidV4(prng);
    attrs.annotate('authentication.kubernetes.io/issued-credential-id', `JTI=${jti}`);
    return key.sign({
      aud: spec.audiences,
      exp: now + (extended ? extendedSeconds : spec.expirationSeconds),
      iat: now,
      iss: serviceAccountIssuer,
      jti,
      'kubernetes.io': {
        namespace: attrs.namespace,
        ...bound,
        serviceaccount: referenceTo(account),
        ...(extended && { warnafter: now + warnOnlySeconds }),
      },
      nbf: now,
      sub: serviceAccountName(attrs.namespace, attrs.name),
    });
  }
}

const referenceTo = ({ metadata }: KubeObject): BoundReference => ({
  name: metadata.name,
  uid: metadata.uid,
});

const missing = (kind: string, name: string): Status =>
  notFound(groupResource(must(resourceForKind('v1', kind), kind)), name);

/** The error names no object, as the request has no name. */
const tooShort = (seconds: number): Status => {
  const detail = 'may not specify a duration less than 10 minutes';
  return invalid({ group: 'authentication.k8s.io', kind: 'TokenRequest' }, '', [
    invalidValue('spec.expirationSeconds', seconds, detail),
  ]);
};

function otherUid(kind: string, name: string, uid: string): Status {
  const detail =
    `the UID in the bound object reference (${uid}) does not match the UID in record.` +
    ' The object might have been deleted and then recreated';
  return conflict(groupResource(must(resourceForKind('v1', kind), kind)), name, detail);
}
