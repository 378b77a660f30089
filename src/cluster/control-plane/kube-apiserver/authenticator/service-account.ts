/**
 * Service account tokens: the user of a token, and whether the objects that it is bound to still
 * exist.
 *
 * Models kubernetes pkg/serviceaccount claims.go validator and jwt.go. The reasons of a refusal go
 * to the server's log; the client only gets 401.
 */
import { must } from '#base/assert';
import { asciiBytes, encodeBase64 } from '#base/base64';
import { parseRfc3339, runEpoch, second } from '#base/sim-time';
import type { Secret } from '#k8s.io/api/core/v1';
import type { KubeObject } from '#k8s.io/apimachinery/meta/v1';
import { type ResourceInfo, resourceForKind } from '#k8s.io/apimachinery/resources';
import {
  type BoundReference,
  type Claims,
  type IssuerKey,
  isLegacy,
  type LegacyClaims,
  looksLikeJwt,
  serviceAccountName,
} from '#k8s.io/component-helpers/serviceaccount/jwt';
import type { Simulation } from '#sim/simulation';
import type { ResourceCache } from '../storage/resource-cache.ts';
import {
  type Authentication,
  apiAudiences,
  failed,
  noOpinion,
  type TokenAuthenticator,
  withAuthenticatedGroup,
} from './authenticator.ts';
import type { UserInfo } from './user-info.ts';

/** Flag --service-account-issuer. */
export const serviceAccountIssuer = 'https://kubernetes.default.svc.cluster.local';

/** A deleted pod's token is invalid this long after the pod's grace period. */
const deletionLeeway = 60 * second;

/** Whole seconds since 1970 by the run's clock. */
export const unixSeconds = (sim: Simulation): number => Math.floor((runEpoch + sim.now) / second);

export class ServiceAccountAuthenticator implements TokenAuthenticator {
  readonly name = 'service account token';
  readonly audienceAware = true;
  readonly #sim: Simulation;
  readonly #key: IssuerKey;
  readonly #cache: (kind: string) => ResourceCache;

  constructor(sim: Simulation, key: IssuerKey, cache: (resource: ResourceInfo) => ResourceCache) {
    this.#sim = sim;
    this.#key = key;
    this.#cache = (kind) => cache(must(resourceForKind('v1', kind), kind));
  }

  authenticateToken(token: string, wanted: readonly string[]): Authentication {
    if (!looksLikeJwt(token)) return noOpinion('not a JWT');
    const claims = this.#key.verify(token);
    const legacy = claims !== undefined && isLegacy(claims);
    if (!legacy && claims?.iss !== serviceAccountIssuer) {
      return noOpinion('not signed by this issuer');
    }
    const own = legacy ? apiAudiences : claims.aud;
    const audiences = own.filter((audience) => wanted.includes(audience));
    if (audiences.length === 0) {
      const target = `the target audiences ${quotedList(wanted)}`;
      return failed(`token audiences ${quotedList(own)} is invalid for ${target}`);
    }
    const answer = legacy ? this.#legacy(claims, token) : this.#bound(claims);
    return answer.outcome === 'authenticated' ? { ...answer, audiences } : answer;
  }

  #bound(claims: Claims): Authentication {
    const problem = this.#problemOf(claims);
    if (problem !== undefined) return failed(problem);
    const user = withAuthenticatedGroup(userOf(claims));
    return { outcome: 'authenticated', user, detail: claims.sub };
  }

  /** A token of a Secret counts as long as that Secret holds it. Source: legacy.go Validate. */
  #legacy(claims: LegacyClaims, token: string): Authentication {
    const prefix = 'kubernetes.io/serviceaccount';
    const namespace = claims[`${prefix}/namespace`];
    const name = claims[`${prefix}/service-account.name`];
    const uid = claims[`${prefix}/service-account.uid`];
    const key = `${namespace}/${claims[`${prefix}/secret.name`]}`;
    const secret = this.#cache('Secret').get(key) as Secret | undefined;
    const held = secret?.metadata.deletionTimestamp === undefined && secret?.data?.['token'];
    if (held !== encodeBase64(asciiBytes(token))) {
      return failed('service account token has been invalidated');
    }
    if (!this.#lives('ServiceAccount', namespace, { name, uid })) {
      return failed(`service account UID (${uid}) does not match claim`);
    }
    const groups = ['system:serviceaccounts', `system:serviceaccounts:${namespace}`];
    const user = withAuthenticatedGroup({ name: claims.sub, uid, groups, extra: {} });
    return { outcome: 'authenticated', user, detail: claims.sub };
  }

  #problemOf(claims: Claims): string | undefined {
    const now = unixSeconds(this.#sim);
    if (now > claims.exp) return 'service account token has expired';
    if (now < claims.nbf) return 'service account token is not valid yet';
    const { namespace, serviceaccount, pod, secret, node } = claims['kubernetes.io'];
    if (!this.#lives('ServiceAccount', namespace, serviceaccount)) {
      return 'service account token has been invalidated';
    }
    if (secret !== undefined && !this.#lives('Secret', namespace, secret)) {
      return 'service account token has been invalidated';
    }
    if (pod !== undefined && !this.#lives('Pod', namespace, pod)) {
      return 'service account token has been invalidated';
    }
    // In a pod's token the node is only information; without a pod the token is bound to the node.
    if (pod === undefined && node !== undefined && !this.#lives('Node', '', node)) {
      return 'service account token has been invalidated';
    }
    return undefined;
  }

  #lives(kind: string, namespace: string, { name, uid }: BoundReference): boolean {
    const object = this.#cache(kind).get(namespace === '' ? name : `${namespace}/${name}`);
    return object?.metadata.uid === uid && !this.#longDeleted(object);
  }

  #longDeleted({ metadata }: KubeObject): boolean {
    if (metadata.deletionTimestamp === undefined) return false;
    const deleted = parseRfc3339(metadata.deletionTimestamp) ?? 0;
    return this.#sim.now > deleted + deletionLeeway;
  }
}

/** As Go writes a list of texts with %q. */
const quotedList = (texts: readonly string[]): string =>
  `[${texts.map((text) => JSON.stringify(text)).join(' ')}]`;

/** Source: pkg/serviceaccount ServiceAccountInfo.UserInfo. */
function userOf(claims: Claims): UserInfo {
  const { namespace, serviceaccount, pod, node } = claims['kubernetes.io'];
  const prefix = 'authentication.kubernetes.io';
  const extra: Record<string, readonly string[]> = {
    [`${prefix}/credential-id`]: [`JTI=${claims.jti}`],
  };
  if (pod !== undefined) {
    extra[`${prefix}/pod-name`] = [pod.name];
    extra[`${prefix}/pod-uid`] = [pod.uid];
  }
  if (node !== undefined) {
    extra[`${prefix}/node-name`] = [node.name];
    extra[`${prefix}/node-uid`] = [node.uid];
  }
  return {
    name: serviceAccountName(namespace, serviceaccount.name),
    uid: serviceaccount.uid,
    groups: ['system:serviceaccounts', `system:serviceaccounts:${namespace}`],
    extra,
  };
}
