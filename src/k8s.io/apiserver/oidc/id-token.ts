/**
 * A signed token of an issuer, read and checked.
 *
 * Models github.com/coreos/go-oidc v2.5 verify.go and jwks.go, with their order and their words.
 * Dates are seconds since 1970 by the clock of whoever checks.
 */
import { must } from '#base/assert';
import { asciiBytes, fromBase64url } from '#base/base64';
import type { verifyEcdsa } from '#base/ecdsa';
import { err, ok, type Result } from '#base/result';
import { verifyRsa } from '#base/rsa';
import { rfc3339, runEpoch, second } from '#base/sim-time';
import { decodeUtf8 } from '#base/utf8';
import { isJsonObject, type JsonObject, type JsonValue } from '#k8s.io/apimachinery/json-value';
import type { SigningAlgorithm } from '#trace/oidc-issuer';

export interface IdToken {
  readonly header: JsonObject;
  readonly claims: JsonObject;
  /** The text that was signed. */
  readonly signed: string;
  readonly signature: Uint8Array;
}

/** What checks signatures of ES256: a part that comes late, or not at all. */
export type EcdsaPart = () => typeof verifyEcdsa | undefined;

/** A key of the issuer. */
export interface IssuerPublicKey {
  readonly id: string;
  /** What its signatures are called in the header of a token. */
  readonly algorithm: SigningAlgorithm;
  verify(message: Uint8Array, signature: Uint8Array): boolean;
}

/** How much too early a token may be, in seconds. */
const leeway = 60;

/** `undefined`: it is no token of this form. */
export function parseIdToken(token: string): IdToken | undefined {
  const parts = token.split('.');
  if (parts.length !== 3) return undefined;
  const [header, claims] = [objectOf(parts[0]), objectOf(parts[1])];
  const signature = fromBase64url(parts[2] ?? '');
  if (header === undefined || claims === undefined || signature === undefined) return undefined;
  return { header, claims, signed: token.slice(0, token.lastIndexOf('.')), signature };
}

function objectOf(part = ''): JsonObject | undefined {
  const bytes = fromBase64url(part);
  return bytes && parseObject(decodeUtf8(bytes));
}

/** A JSON object, if the text is one. */
export function parseObject(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The keys of a document of keys that can verify; others are left out. */
export function keysOf(
  document: JsonObject,
  ecdsa: EcdsaPart | undefined,
): readonly IssuerPublicKey[] {
  const { keys } = document;
  if (!Array.isArray(keys)) return [];
  return keys.filter(isJsonObject).flatMap((key) => {
    const { kty, kid, use } = key;
    if (use !== undefined && use !== 'sig') return [];
    const id = typeof kid === 'string' ? kid : '';
    if (kty === 'RSA') return rsaKey(id, key);
    return kty === 'EC' ? ecdsaKey(id, key, ecdsa) : [];
  });
}

function rsaKey(id: string, { n, e }: JsonObject): readonly IssuerPublicKey[] {
  const [modulus, exponent] = [bytesOf(n), bytesOf(e)];
  if (modulus === undefined || exponent === undefined) return [];
  const verify: IssuerPublicKey['verify'] = (message, signature) =>
    verifyRsa(modulus, exponent, message, signature);
  return [{ id, algorithm: 'RS256', verify }];
}

function ecdsaKey(
  id: string,
  { crv, ...point }: JsonObject,
  ecdsa: EcdsaPart | undefined,
): readonly IssuerPublicKey[] {
  const [x, y] = [bytesOf(point['x']), bytesOf(point['y'])];
  if (crv !== 'P-256' || x === undefined || y === undefined) return [];
  const verify: IssuerPublicKey['verify'] = (message, signature) =>
    must(ecdsa?.(), 'the part that checks ES256')({ x, y }, message, signature);
  return [{ id, algorithm: 'ES256', verify }];
}

const bytesOf = (value: JsonValue | undefined): Uint8Array | undefined =>
  typeof value === 'string' ? fromBase64url(value) : undefined;

/** What a token must be: for whom, and signed how. */
export interface Expected {
  readonly issuer: string;
  /** Absent: the audience is not looked at. */
  readonly audience?: string;
  readonly algorithms: readonly string[];
  /** Seconds since 1970. */
  readonly now: number;
}

/** Why a token does not count, or its claims. Source: verify.go Verify, in its order. */
export function verified(
  token: IdToken,
  keys: readonly IssuerPublicKey[],
  expected: Expected,
): Result<JsonObject, string> {
  const { alg = '' } = token.header;
  if (!expected.algorithms.some((each) => each === alg)) {
    const rule = `expected [${quoted(expected.algorithms)}] got ${JSON.stringify(alg)}`;
    return err(`oidc: id token signed with unsupported algorithm, ${rule}`);
  }
  if (!isSigned(token, keys)) return err(notSigned);
  const problem = claimsProblem(token.claims, expected);
  return problem === undefined ? ok(token.claims) : err(problem);
}

export const notSigned = 'failed to verify signature: failed to verify id token signature';

function claimsProblem(claims: JsonObject, expected: Expected): string | undefined {
  const { issuer, audience, now } = expected;
  const { iss = '', exp, nbf } = claims;
  if (iss !== issuer) {
    const names = `expected ${JSON.stringify(issuer)} got ${JSON.stringify(iss)}`;
    return `oidc: id token issued by a different provider, ${names}`;
  }
  const audiences = audiencesOf(claims);
  if (audience !== undefined && !audiences.includes(audience)) {
    return `oidc: expected audience ${JSON.stringify(audience)} got [${quoted(audiences)}]`;
  }
  const expiry = typeof exp === 'number' ? Math.floor(exp) : undefined;
  if (expiry === undefined || expiry < now) {
    const date = expiry === undefined ? '0001-01-01 00:00:00 +0000 UTC' : goDate(expiry);
    return `oidc: token is expired (Token Expiry: ${date})`;
  }
  if (typeof nbf === 'number' && now + leeway < nbf) {
    const dates = `current time ${goDate(now)} before the nbf (not before) time: ${goDate(nbf)}`;
    return `oidc: ${dates}`;
  }
  return undefined;
}

/** Whom a token is for. */
export const audiencesOf = ({ aud = [] }: JsonObject): readonly string[] =>
  [aud].flat().filter((each) => typeof each === 'string');

/** As Go writes a list of texts with %q, without its brackets. */
export const quoted = (texts: readonly string[]): string =>
  texts.map((text) => JSON.stringify(text)).join(' ');

/** Whether one of the keys has signed it; a token that names a key asks that one. */
function isSigned(
  { header, signed, signature }: IdToken,
  keys: readonly IssuerPublicKey[],
): boolean {
  const { alg, kid = '' } = header;
  const message = asciiBytes(signed);
  return keys.some(
    ({ id, algorithm, verify }) =>
      algorithm === alg && (kid === '' || kid === id) && verify(message, signature),
  );
}

/** As Go prints a time of UTC. */
const goDate = (seconds: number): string =>
  rfc3339(Math.floor(seconds) * second - runEpoch)
    .replace('T', ' ')
    .replace('Z', ' +0000 UTC');
