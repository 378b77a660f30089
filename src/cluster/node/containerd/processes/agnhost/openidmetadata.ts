/**
 * `agnhost test-service-account-issuer-discovery`: verifies a mounted token as a relying party
 * would, with what the API server publishes of its issuer.
 *
 * Models test/images/agnhost/openidmetadata of Kubernetes v1.36: with the Pod's own service account
 * and the authority of the cluster first, then as a stranger. In: `--token-path`, `--audience`.
 * Out: exit code 0 when the token was verified. Addresses of memory, which Go prints for dates, are
 * left out.
 */
import { err, ok, type Result } from '#base/result';
import { runEpoch, second } from '#base/sim-time';
import { isJsonObject, type JsonObject, type JsonValue } from '#k8s.io/apimachinery/json-value';
import { parseIdToken, verified } from '#k8s.io/apiserver/oidc/id-token';
import { type Fetch, keysAt, keysUrlOf } from '#k8s.io/apiserver/oidc/provider';
import type { RestClient } from '#k8s.io/client-go/rest/rest-client';
import type { Process } from '#sim/simulation';
import { resolve } from '../applets/network/resolver.ts';
import { networkOf } from '../applets/network/sockets.ts';
import type { ProcessContext } from '../program.ts';
import { flagsOf } from './flags.ts';
import { log } from './logging.ts';

const account = '/var/run/secrets/kubernetes.io/serviceaccount';
/** The algorithms that the program takes. */
const algorithms = ['RS256', 'ES256'];

export function* testIssuerDiscovery(
  context: ProcessContext,
  words: readonly string[],
): Process<number> {
  const flags = flagsOf(words);
  const path = flags.text('token-path');
  const raw = context.files.read(path);
  if (raw === undefined) {
    log(context, `open ${path}: no such file or directory`);
    return 1;
  }
  log(context, 'OK: Got token');
  log(context, 'validating with in-cluster discovery');
  const inside = inClusterFetch(context);
  if (!inside.ok) {
    log(context, inside.error);
    return 1;
  }
  const audience = flags.text('audience');
  const first = yield* validate(context, raw, audience, inside.value);
  if (first.ok) return 0;
  log(context, `failed to validate with in-cluster discovery: ${first.error}`);
  log(context, 'falling back to validating with external discovery');
  const last = yield* validate(context, raw, audience, (url) => outsideFetch(context, url));
  if (!last.ok) log(context, last.error);
  return last.ok ? 0 : 1;
}

function* validate(
  context: ProcessContext,
  raw: string,
  audience: string,
  fetch: Fetch,
): Process<Result<undefined, string>> {
  const token = parseIdToken(raw);
  if (token === undefined) return err('square/go-jose: compact JWS format must have three parts');
  const issuer = String(token.claims['iss'] ?? '');
  log(context, `OK: got issuer ${issuer}`);
  log(context, `Full, not-validated claims: \n${goClaims(token.claims)}`);
  const keysUrl = yield* keysUrlOf(issuer, fetch);
  if (!keysUrl.ok) return keysUrl;
  log(context, `OK: Constructed OIDC provider for issuer ${issuer}`);
  const keys = yield* keysAt(keysUrl.value, fetch);
  if (!keys.ok) return err(`failed to verify signature: ${keys.error}`);
  const seconds = Math.floor((runEpoch + (context.clock?.() ?? context.sim.now)) / second);
  const claims = verified(token, keys.value, { issuer, audience, algorithms, now: seconds });
  if (!claims.ok) return claims;
  log(context, 'OK: Validated signature on JWT');
  log(context, 'OK: Got valid claims from token!');
  log(context, `Full, validated claims: \n&${goClaims(claims.value)}`);
  return ok(undefined);
}

/** Requests as the Pod's service account. Source: rest.InClusterConfig and TransportFor. */
function inClusterFetch(context: ProcessContext): Result<Fetch, string> {
  const { env, files, api } = context;
  const host = env.get('KUBERNETES_SERVICE_HOST') ?? '';
  const port = env.get('KUBERNETES_SERVICE_PORT') ?? '';
  if (host === '' || port === '' || api === undefined) {
    const names = 'KUBERNETES_SERVICE_HOST and KUBERNETES_SERVICE_PORT';
    return err(`unable to load in-cluster configuration, ${names} must be defined`);
  }
  const token = (): string => files.read(`${account}/token`) ?? '';
  if (token() === '') return err(`open ${account}/token: no such file or directory`);
  const subject = String(parseIdToken(token())?.claims['sub'] ?? '');
  const client = api.client('agnhost', { kind: 'token', user: subject, token });
  return ok((url) => getFromApi(context, client, url));
}

function* getFromApi(context: ProcessContext, client: RestClient, url: string): ReturnType<Fetch> {
  const found = yield* lookUp(context, url);
  if (!found.ok) return found;
  const { ip, port, path } = found.value;
  const { env, api } = context;
  const isService =
    ip === env.get('KUBERNETES_SERVICE_HOST') &&
    String(port) === env.get('KUBERNETES_SERVICE_PORT');
  if (!isService && `https://${ip}:${port}` !== api?.address) {
    return err(`dial tcp ${ip}:${port}: only the API server is simulated`);
  }
  const ref = { resource: '', namespace: '', name: '' };
  const answer = yield* client.send({ method: 'GET', path, ref });
  if (answer.ok) return answer;
  const { code = 0, message = '' } = answer.error;
  return code === 0 ? err(message) : ok({ code, headers: {}, body: answer.error });
}

/** A stranger trusts the authorities of the system, and the cluster's is none of them. */
function* outsideFetch(context: ProcessContext, url: string): ReturnType<Fetch> {
  const found = yield* lookUp(context, url);
  if (!found.ok) return found;
  return err('tls: failed to verify certificate: x509: certificate signed by unknown authority');
}

/** Where a URL leads. */
function* lookUp(context: ProcessContext, url: string) {
  const [, host = '', digits = '443', path = '/'] =
    /^https:\/\/([^/:]+)(?::(\d+))?(\/.*)?$/.exec(url) ?? [];
  const network = networkOf(context);
  const [ip] = (network && (yield* resolve(context, network, host))) ?? [];
  if (ip === undefined) return err(`dial tcp: lookup ${host}: no such host`);
  return ok({ ip, port: Number(digits), path });
}

/** The claims as Go prints the program's struct with %#v. */
function goClaims(claims: JsonObject): string {
  const { 'kubernetes.io': own = {}, aud = [] } = claims;
  const kubernetes = isJsonObject(own) ? own : {};
  const { serviceaccount } = kubernetes;
  const named = isJsonObject(serviceaccount) ? serviceaccount : {};
  const audience = [aud].flat().map(goText).join(', ');
  const date = '(*jwt.NumericDate)(…)';
  const standard = [
    `Issuer:${goText(claims['iss'])}`,
    `Subject:${goText(claims['sub'])}`,
    `Audience:jwt.Audience{${audience}}`,
    ...['Expiry', 'NotBefore', 'IssuedAt'].map((name) => `${name}:${date}`),
    `ID:${goText(claims['jti'])}`,
  ];
  const account = `Name:${goText(named['name'])}, UID:${goText(named['uid'])}`;
  const names =
    `Namespace:${goText(kubernetes['namespace'])}, ` +
    `ServiceAccount:openidmetadata.kubeName{${account}}`;
  return (
    `openidmetadata.claims{Claims:jwt.Claims{${standard.join(', ')}}, ` +
    `Kubernetes:openidmetadata.kubeClaims{${names}}}`
  );
}

const goText = (value: JsonValue | undefined): string =>
  JSON.stringify(typeof value === 'string' ? value : '');
