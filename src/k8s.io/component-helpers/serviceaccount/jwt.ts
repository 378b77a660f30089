/**
 * Signed JSON web tokens as in a request header: three parts in base64url.
 *
 * Models the claims of k8s.io/kubernetes pkg/serviceaccount. `issuer-key.ts` signs them.
 */

/** A reference to an object; the token is invalid once that object is deleted. */
export interface BoundReference {
  readonly name: string;
  readonly uid: string;
}

/** Source: pkg/serviceaccount/claims.go privateClaims. */
export interface KubernetesClaims {
  readonly namespace: string;
  readonly node?: BoundReference;
  readonly pod?: BoundReference;
  readonly secret?: BoundReference;
  readonly serviceaccount: BoundReference;
  /** Seconds since 1970 from which the use of the token causes a warning. */
  readonly warnafter?: number;
}

export interface Claims {
  readonly aud: readonly string[];
  /** Times are seconds since 1970. */
  readonly exp: number;
  readonly iat: number;
  readonly iss: string;
  readonly jti: string;
  readonly 'kubernetes.io': KubernetesClaims;
  readonly nbf: number;
  readonly sub: string;
}

/** The issuer of tokens in Secrets. Source: pkg/serviceaccount/legacy.go LegacyIssuer. */
export const legacyIssuer = 'kubernetes/serviceaccount';

/** A token in a Secret: it has no end. Source: pkg/serviceaccount/legacy.go. */
export interface LegacyClaims {
  readonly iss: typeof legacyIssuer;
  readonly 'kubernetes.io/serviceaccount/namespace': string;
  readonly 'kubernetes.io/serviceaccount/secret.name': string;
  readonly 'kubernetes.io/serviceaccount/service-account.name': string;
  readonly 'kubernetes.io/serviceaccount/service-account.uid': string;
  readonly sub: string;
}

/** Whether a token is one of a Secret. */
export const isLegacy = (claims: Claims | LegacyClaims): claims is LegacyClaims =>
  claims.iss === legacyIssuer;

/** `system:serviceaccount:kube-system:deployment-controller` */
export const serviceAccountName = (namespace: string, name: string): string =>
  `system:serviceaccount:${namespace}:${name}`;

/** A public key as a document of keys has it: RFC 7517. */
export interface PublicKey {
  readonly use: 'sig';
  readonly kty: 'RSA';
  readonly kid: string;
  readonly alg: typeof signingAlgorithm;
  readonly n: string;
  readonly e: string;
}

/** Source: pkg/serviceaccount/jwt.go signerFromRSAPrivateKey. */
export const signingAlgorithm = 'RS256';

/** What signs tokens, and checks whether it signed one. */
export interface IssuerKey {
  /** Source: pkg/serviceaccount/openidmetadata.go publicJWKSFromKeysGetter. */
  readonly publicKey: PublicKey;
  sign(claims: Claims | LegacyClaims): string;
  /** The claims, if the token was signed with this key. */
  verify(token: string): Claims | LegacyClaims | undefined;
}

/** Whether a text has the form of such a token: three parts, ASCII only. */
export const looksLikeJwt = (token: string): boolean => /^[\w-]+\.[\w-]+\.[\w-]+$/.test(token);
