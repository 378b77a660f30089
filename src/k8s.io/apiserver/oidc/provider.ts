/**
 * What an issuer of tokens publishes: its discovery document, and its keys.
 *
 * Models github.com/coreos/go-oidc v2.5 oidc.go NewProvider and jwks.go updateKeys, with their
 * words. In: a way to get what is at an address. Out: the keys, or why there are none.
 */
import { err, ok, type Result } from '#base/result';
import { isJsonObject, type JsonObject } from '#k8s.io/apimachinery/json-value';
import type { HttpResponse } from '#k8s.io/client-go/rest/http';
import type { Process } from '#sim/simulation';
import { type EcdsaPart, type IssuerPublicKey, keysOf, parseObject } from './id-token.ts';

/** Gets what is at `https://…`; the error is what follows `Get "URL": `. */
export type Fetch = (url: string) => Process<Result<HttpResponse, string>>;

const discoveryPath = '/.well-known/openid-configuration';

/** Where the discovery document of an issuer is. */
const discoveryUrlOf = (issuer: string): string => issuer.replace(/\/$/, '') + discoveryPath;

/**
 * Where the keys of an issuer are.
 * @param discoveryUrl where its document is, if it is not at its usual place
 */
export function* keysUrlOf(
  issuer: string,
  fetch: Fetch,
  discoveryUrl = discoveryUrlOf(issuer),
): Process<Result<string, string>> {
  const answer = yield* fetch(discoveryUrl);
  if (!answer.ok) return err(`Get ${JSON.stringify(discoveryUrlOf(issuer))}: ${answer.error}`);
  const { code } = answer.value;
  if (code !== 200) return err(`${statusOf(code)}: ${textOf(answer.value)}`);
  const document = objectOf(answer.value);
  if (document === undefined) return err('oidc: failed to decode provider discovery object');
  const { issuer: found = '', jwks_uri: url } = document;
  if (found !== issuer) {
    const names = `expected ${JSON.stringify(issuer)} got ${JSON.stringify(found)}`;
    return err(`oidc: issuer did not match the issuer returned by provider, ${names}`);
  }
  return ok(typeof url === 'string' ? url : '');
}

/** The keys at an address. */
export function* keysAt(
  url: string,
  fetch: Fetch,
  ecdsa?: EcdsaPart,
): Process<Result<readonly IssuerPublicKey[], string>> {
  const answer = yield* fetch(url);
  const failed = (why: string) => err(`fetching keys oidc: get keys failed${why}`);
  if (!answer.ok) return failed(` Get ${JSON.stringify(url)}: ${answer.error}`);
  const { code } = answer.value;
  if (code !== 200) return failed(`: ${statusOf(code)} ${textOf(answer.value)}`);
  const document = objectOf(answer.value);
  if (document === undefined) return err('fetching keys oidc: failed to decode keys');
  return ok(keysOf(document, ecdsa));
}

const reasons: Readonly<Record<number, string>> = {
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
};

/** `403 Forbidden`. Of a code that is not listed the words are left out. */
const statusOf = (code: number): string => `${code} ${reasons[code] ?? ''}`.trim();

function textOf({ body }: HttpResponse): string {
  if (body === undefined) return '';
  return typeof body === 'string' ? body : `${JSON.stringify(body)}\n`;
}

function objectOf({ body }: HttpResponse): JsonObject | undefined {
  const value = typeof body === 'string' ? parseObject(body) : body;
  return isJsonObject(value) ? value : undefined;
}
