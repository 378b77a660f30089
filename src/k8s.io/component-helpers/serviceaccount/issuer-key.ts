/**
 * The key of a cluster that signs the tokens of service accounts, and verifies them.
 *
 * Models k8s.io/kubernetes pkg/serviceaccount jwt.go. Tokens are signed with RS256, as with the
 * sa.key of kubeadm; the key pair is made from the seed of the run.
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
import {
  type Claims,
  type IssuerKey,
  type LegacyClaims,
  type PublicKey,
  signingAlgorithm,
} from './jwt.ts';

/** The key of a cluster: the same in each server, and in the manager that signs for Secrets. */
export const issuerKey = (prng: Prng): IssuerKey => new RsaIssuerKey(prng);

/** 65537, the exponent of every key. */
const exponent = [1, 0, 1];
/** In DER, what stands before the modulus of a 2048-bit key, and before its exponent. */
const keyStart = '30820122300d06092a864886f70d01010105000382010f003082010a0282010100';
const exponentStart = [2, 3];
/** So many tokens are known as verified; their signatures are not computed again. */
const mostVerified = 1024;

class RsaIssuerKey implements IssuerKey {
  readonly #prng: Prng;
  #made: { readonly key: RsaKey; readonly id: string; readonly header: Uint8Array } | undefined;
  readonly #verified = new Map<string, Claims | LegacyClaims>();

  /** The key itself is made when it is first needed. */
  constructor(prng: Prng) {
    this.#prng = prng;
  }

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
