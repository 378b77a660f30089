/**
 * Signed JSON web tokens as in a request header: three parts in base64url.
 *
 * Models the part of k8s.io/kubernetes pkg/serviceaccount that signs and parses. Tokens are signed
 * with RS256, as with the sa.key of kubeadm; the key pair is made from the seed of the run.
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
import { RsaKey } from '#base/rsa';
import { sha256 } from '#base/sha256';

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
export const issuerKey = (prng: Prng): IssuerKey => new IssuerKey(prng);

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

/** 65537, the exponent of every key. */
const exponent = [1, 0, 1];
/** In DER, what stands before the modulus of a 2048-bit key, and before its exponent. */
const keyStart = '30820122300d06092a864886f70d01010105000382010f003082010a0282010100';
const exponentStart = [2, 3];
/** So many tokens are known as verified; their signatures are not computed again. */
const mostVerified = 1024;

/** What signs tokens, and checks whether it signed one. */
export class IssuerKey {
  readonly #prng: Prng;
  #made: { readonly key: RsaKey; readonly id: string; readonly header: Uint8Array } | undefined;
  readonly #verified = new Map<string, Claims | LegacyClaims>();

  /** The key itself is made when it is first needed. */
  constructor(prng: Prng) {
    this.#prng = prng;
  }

  /** Source: pkg/serviceaccount/openidmetadata.go publicJWKSFromKeysGetter. */
  get publicKey(): PublicKey {
    const { key, id: kid } = this.#key();
    const e = base64url(Uint8Array.from(exponent));
    const n = base64url(key.modulus);
    return { use: 'sig', kty: 'RSA', kid, alg: signingAlgorithm, n, e };
  }

  sign(claims: Claims | LegacyClaims): string {
    const { key, header } = this.#key();
    const payload = asciiBytes(JSON.stringify(claims));
    const signed = new Uint8Array(header.length + base64urlLength(payload));
    signed.set(header);
    writeBase64url(payload, signed, header.length);
    return `${asciiText(signed)}.${base64url(key.sign(signed))}`;
  }

  /** The claims, if the token was signed with this key. */
  verify(token: string): Claims | LegacyClaims | undefined {
    const known = this.#verified.get(token);
    if (known !== undefined) return known;
    const end = token.lastIndexOf('.');
    const signed = token.slice(0, end);
    const signature = fromBase64url(token.slice(end + 1));
    if (end < 0 || signature === undefined) return undefined;
    // Of a signature there is one spelling only: the last letter has bits that count for nothing.
    if (base64url(signature) !== token.slice(end + 1)) return undefined;
    if (!this.#key().key.verify(asciiBytes(signed), signature)) return undefined;
    const payload = fromBase64url(signed.slice(signed.indexOf('.') + 1));
    if (payload === undefined) return undefined;
    // Signed with this key, so `sign` wrote it.
    const claims = JSON.parse(asciiText(payload)) as Claims | LegacyClaims;
    if (this.#verified.size >= mostVerified) this.#verified.clear();
    this.#verified.set(token, claims);
    return claims;
  }

  #key() {
    if (this.#made === undefined) {
      const key = new RsaKey(this.#prng);
      const id = keyIdOf(key);
      const header = base64url(asciiBytes(JSON.stringify({ alg: signingAlgorithm, kid: id })));
      this.#made = { key, id, header: asciiBytes(`${header}.`) };
    }
    return this.#made;
  }
}

/** Source: pkg/serviceaccount/jwt.go keyIDFromPublicKey: the digest of the key in DER. */
function keyIdOf({ modulus }: RsaKey): string {
  const start = Uint8Array.from(keyStart.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
  return base64url(sha256(Uint8Array.from([...start, ...modulus, ...exponentStart, ...exponent])));
}

/** Whether a text has the form of such a token: three parts, ASCII only. */
export const looksLikeJwt = (token: string): boolean => /^[\w-]+\.[\w-]+\.[\w-]+$/.test(token);
