/**
 * Tokens of an issuer outside the cluster, which is asked for its keys over HTTPS.
 *
 * Models k8s.io/apiserver plugin/pkg/authenticator/token/oidc oidc.go: the authenticator fetches the
 * discovery document and the keys when it learns of its issuer, tries again every 10 s until it has
 * them, and checks tokens by itself then. In: the flags, and the issuer's answers, which are inputs
 * of the run. Out: the user, or why not, which stays in the server's log.
 */
import { err, ok, type Result } from '#base/result';
import { runEpoch, second } from '#base/sim-time';
import { isJsonObject, type JsonObject } from '#k8s.io/apimachinery/json-value';
import type { RequestIds } from '#k8s.io/client-go/rest/request-ids';
import { Signal } from '#sim/signal';
import { type Process, type Simulation, sleep } from '#sim/simulation';
import type { OidcIssuer } from '#trace/oidc-issuer';
import type { ReachOutside } from '../../reach.ts';
import {
  type Authentication,
  failed,
  noOpinion,
  type TokenAuthenticator,
} from '../authenticator.ts';
import {
  claimsProblem,
  type IssuerPublicKey,
  isSigned,
  keysOf,
  parseIdToken,
  parseObject,
} from './id-token.ts';
import { userOfClaims } from './user-of-claims.ts';

/** Where the flags are, and when they change. */
export interface OidcSource {
  readonly issuer: OidcIssuer | undefined;
  readonly issuerChanged: Signal;
}

const retry = 10 * second;
const discoveryPath = '/.well-known/openid-configuration';

export class OidcAuthenticator implements TokenAuthenticator {
  readonly name = 'OIDC';
  readonly #sim: Simulation;
  readonly #source: OidcSource;
  readonly #requestIds: RequestIds;
  readonly #reach: ReachOutside;
  /** A token came that no known key has signed. */
  readonly #outdated: Signal;
  #keys: readonly IssuerPublicKey[] | undefined;
  #problem = '';

  constructor(sim: Simulation, source: OidcSource, requestIds: RequestIds, reach: ReachOutside) {
    this.#sim = sim;
    this.#source = source;
    this.#requestIds = requestIds;
    this.#reach = reach;
    this.#outdated = new Signal(sim);
  }

  /** Fetches the keys, and again when they seem to be old. */
  *run(): Process {
    for (;;) {
      const { issuer } = this.#source;
      if (issuer === undefined) {
        yield* this.#source.issuerChanged.wait();
        continue;
      }
      const keys = yield* this.#fetch(issuer);
      if (keys.ok) {
        this.#keys = keys.value;
        yield* this.#outdated.wait();
      } else {
        this.#problem = keys.error;
        yield* sleep(retry);
      }
    }
  }

  authenticateToken(token: string): Authentication {
    const { issuer } = this.#source;
    if (issuer === undefined) return noOpinion('no issuer is configured');
    const read = parseIdToken(token);
    if (read?.claims['iss'] !== issuer.issuerUrl) return noOpinion('not of this issuer');
    if (this.#keys === undefined) {
      const why = this.#problem === '' ? '' : `, initializing plugin: ${this.#problem}`;
      return failed(`oidc: authenticator not initialized${why}`);
    }
    const now = Math.floor((runEpoch + this.#sim.now) / second) + issuer.clockAhead;
    const problem = claimsProblem(read, issuer, now);
    if (problem !== undefined) return failed(`oidc: verify token: ${problem}`);
    if (!isSigned(read, this.#keys)) {
      this.#outdated.notifyAll();
      const why = 'failed to verify signature: failed to verify id token signature';
      return failed(`oidc: verify token: ${why}`);
    }
    const user = userOfClaims(issuer, read.claims);
    if (!user.ok) return failed(`oidc: ${user.error}`);
    return { outcome: 'authenticated', user: user.value, detail: user.value.name };
  }

  /** Source: go-oidc oidc.go NewProvider, jwks.go updateKeys. */
  *#fetch(issuer: OidcIssuer): Process<Result<readonly IssuerPublicKey[], string>> {
    const { issuerUrl } = issuer;
    const document = yield* this.#get(issuer, issuerUrl.replace(/\/$/, '') + discoveryPath);
    if (!document.ok) return document;
    const { issuer: found, jwks_uri: keysUrl } = document.value;
    if (found !== issuerUrl) {
      const names = `expected ${JSON.stringify(issuerUrl)} got ${JSON.stringify(found ?? '')}`;
      return err(`oidc: issuer did not match the issuer returned by provider, ${names}`);
    }
    const keys = yield* this.#get(issuer, typeof keysUrl === 'string' ? keysUrl : '');
    return keys.ok ? ok(keysOf(keys.value)) : err(`fetching keys ${keys.error}`);
  }

  *#get({ caBundle }: OidcIssuer, url: string): Process<Result<JsonObject, string>> {
    const [, authority = '', path = ''] = /^https:\/\/([^/?#]+)([^#]*)/.exec(url) ?? [];
    const serverName = authority.replace(/:\d+$/, '').replace(/^\[|\]$/g, '');
    const host = /:\d+$/.test(authority) ? authority : `${authority}:443`;
    const transport = serverName === '' ? undefined : this.#reach({ host, serverName, caBundle });
    const failure = (why: string): Result<JsonObject, string> => err(`Get "${url}": ${why}`);
    if (transport === undefined) return failure('no server outside can be reached');
    const answer = yield* transport.roundTrip({
      id: this.#requestIds.next(),
      method: 'GET',
      url: path === '' ? '/' : path,
      headers: { accept: 'application/json', 'user-agent': 'Go-http-client/1.1' },
    });
    if (!answer.ok) return failure(answer.error.message);
    const { code, body } = answer.value;
    if (code !== 200) return err(`${code}: ${typeof body === 'string' ? body : ''}`);
    const value = typeof body === 'string' ? parseObject(body) : body;
    return isJsonObject(value)
      ? ok(value)
      : err('oidc: failed to decode provider discovery object');
  }
}
