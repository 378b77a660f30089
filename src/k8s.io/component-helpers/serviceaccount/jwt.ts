/**
 * Signed JSON web tokens as in a request header: three parts in base64url.
 *
 * Models the part of k8s.io/kubernetes pkg/serviceaccount that signs and parses. The signature is
 * HMAC-SHA-256 under the issuer's key, while a real cluster uses RSA: signatures are really
 * checked, the key pair is not simulated.
 */
import {
  asciiBytes,
  asciiText,
  base64url,
  base64urlLength,
  fromBase64url,
  writeBase64url,
} from '#base/base64';
import type { Prng } from '#base/prng';
import { HmacSha256Key } from '#base/sha256';

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

/** The key of a cluster: the same in each server, and in the manager that signs for Secrets. */
export function issuerKey(prng: Prng): IssuerKey {
  const text = Array.from({ length: 8 }, () => prng.nextInt(0x1_0000_0000).toString(36)).join('');
  return new IssuerKey(asciiBytes(text.slice(0, 48)), `key-${text.slice(48)}`);
}

/** What signs tokens, and checks whether it signed one. */
export class IssuerKey {
  readonly #key: HmacSha256Key;
  /** The encoded header, with the dot after it. */
  readonly #header: Uint8Array;

  /** `key`: up to 64 bytes that only the server knows. */
  constructor(key: Uint8Array, keyId: string) {
    this.#key = new HmacSha256Key(key);
    const header = base64url(asciiBytes(JSON.stringify({ alg: 'HS256', kid: keyId })));
    this.#header = asciiBytes(`${header}.`);
  }

  sign(claims: Claims | LegacyClaims): string {
    const header = this.#header;
    const payload = asciiBytes(JSON.stringify(claims));
    const signed = new Uint8Array(header.length + base64urlLength(payload));
    signed.set(header);
    writeBase64url(payload, signed, header.length);
    return `${asciiText(signed)}.${this.#signature(signed)}`;
  }

  /** The claims, if the token was signed with this key. */
  verify(token: string): Claims | LegacyClaims | undefined {
    const end = token.lastIndexOf('.');
    const signed = token.slice(0, end);
    if (end < 0 || this.#signature(asciiBytes(signed)) !== token.slice(end + 1)) return undefined;
    const payload = fromBase64url(signed.slice(signed.indexOf('.') + 1));
    // Signed with this key, so `sign` wrote it.
    return payload && (JSON.parse(asciiText(payload)) as Claims | LegacyClaims);
  }

  #signature(signed: Uint8Array): string {
    return base64url(this.#key.codeOf(signed));
  }
}

/** Whether a text has the form of such a token: three parts, ASCII only. */
export const looksLikeJwt = (token: string): boolean => /^[\w-]+\.[\w-]+\.[\w-]+$/.test(token);
