/**
 * The tokens of one issuer outside the cluster, which is asked for its keys over HTTPS.
 *
 * Models jwtAuthenticator of k8s.io/apiserver plugin/pkg/authenticator/token/oidc oidc.go: it
 * fetches the discovery document and the keys when it is made, tries again every 10 s until it has
 * them, and checks tokens by itself then. In: one entry of the configuration, and the issuer's
 * answers, which are inputs of the run. Out: the user, or why not, which stays in the server's log.
 */
import { base64OfText } from '#base/base64';
import { err, ok, type Result } from '#base/result';
import { runEpoch, second } from '#base/sim-time';
import type { JsonObject } from '#k8s.io/apimachinery/json-value';
import type { AuthenticationCompiler } from '#k8s.io/apiserver/authentication/expressions';
import {
  audiencesOf,
  type EcdsaPart,
  type IssuerPublicKey,
  notSigned,
  parseIdToken,
  quoted,
  verified,
} from '#k8s.io/apiserver/oidc/id-token';
import { keysAt, keysUrlOf } from '#k8s.io/apiserver/oidc/provider';
import type { HttpResponse } from '#k8s.io/client-go/rest/http';
import type { RequestIds } from '#k8s.io/client-go/rest/request-ids';
import { Signal } from '#sim/signal';
import { type Process, type Simulation, sleep } from '#sim/simulation';
import type { JwtAuthenticator } from '#trace/authentication-configuration';
import type { ReachOutside } from '../../reach.ts';
import { type Authentication, failed, noOpinion } from '../authenticator.ts';
import { UserOfClaims } from './user-of-claims.ts';

/** What an issuer is asked with. */
export interface IssuerParts {
  readonly sim: Simulation;
  readonly requestIds: RequestIds;
  readonly reach: ReachOutside;
  readonly ecdsa: EcdsaPart | undefined;
}

export interface IssuerOptions {
  readonly authenticator: JwtAuthenticator;
  readonly compiler: AuthenticationCompiler;
  readonly algorithms: readonly string[];
  /** How far its clock is ahead of the run's calendar, in seconds. */
  readonly clockAhead: number;
}

const retry = 10 * second;

export class IssuerAuthenticator {
  readonly #parts: IssuerParts;
  readonly #options: IssuerOptions;
  readonly #url: string;
  readonly #audiences: readonly string[];
  readonly #users: UserOfClaims;
  /** A token came that no known key has signed. */
  readonly #outdated: Signal;
  #keys: readonly IssuerPublicKey[] | undefined;
  #problem = '';

  constructor(parts: IssuerParts, options: IssuerOptions) {
    const { issuer: { url = '', audiences = [] } = {} } = options.authenticator;
    this.#parts = parts;
    this.#options = options;
    this.#url = url;
    this.#audiences = audiences;
    this.#users = new UserOfClaims(options.authenticator, options.compiler);
    this.#outdated = new Signal(parts.sim);
  }

  /** Fetches the keys, and again when they seem to be old. */
  *run(): Process {
    for (;;) {
      const keys = yield* this.#fetch();
      if (keys.ok) {
        this.#keys = keys.value;
        yield* this.#outdated.wait();
      } else {
        this.#problem = keys.error;
        yield* sleep(retry);
      }
    }
  }

  /** Why it cannot check tokens yet. Source: HealthCheck. */
  get problem(): string | undefined {
    if (this.#keys !== undefined) return undefined;
    const url = JSON.stringify(this.#url);
    return this.#problem || `oidc: authenticator for issuer ${url} is not initialized`;
  }

  authenticateToken(token: string): Authentication {
    const read = parseIdToken(token);
    if (read?.claims['iss'] !== this.#url) return noOpinion('not of this issuer');
    if (this.#keys === undefined) {
      const why = this.#problem === '' ? '' : `, initializing plugin: ${this.#problem}`;
      return failed(`oidc: authenticator not initialized${why}`);
    }
    const { algorithms, clockAhead } = this.#options;
    const { sim } = this.#parts;
    const [audience = ''] = this.#audiences;
    const now = Math.floor((runEpoch + sim.now) / second) + clockAhead;
    const claims = verified(read, this.#keys, {
      issuer: this.#url,
      // The library knows one audience; several are looked at afterwards.
      ...(this.#audiences.length === 1 && { audience }),
      ...{ algorithms, now },
    });
    if (!claims.ok) {
      if (claims.error === notSigned) this.#outdated.notifyAll();
      return failed(`oidc: verify token: ${claims.error}`);
    }
    const stranger = this.#isForOthers(claims.value);
    if (stranger !== undefined) return failed(`oidc: verify token: ${stranger}`);
    const user = this.#users.of(claims.value);
    if (!user.ok) return failed(`oidc: ${user.error}`);
    return { outcome: 'authenticated', user: user.value, detail: user.value.name };
  }

  /** Source: verifyAudience. */
  #isForOthers(claims: JsonObject): string | undefined {
    const wanted = this.#audiences;
    const got = audiencesOf(claims);
    if (got.some((audience) => wanted.includes(audience))) return undefined;
    return `oidc: expected audience in [${quoted([...wanted].sort())}] got [${quoted(got)}]`;
  }

  *#fetch(): Process<Result<readonly IssuerPublicKey[], string>> {
    const { discoveryURL = '' } = this.#options.authenticator.issuer ?? {};
    const fetch = (url: string) => this.#get(url);
    const url = yield* keysUrlOf(
      this.#url,
      fetch,
      ...(discoveryURL === '' ? [] : ([discoveryURL] as const)),
    );
    return url.ok ? yield* keysAt(url.value, fetch, this.#parts.ecdsa) : url;
  }

  *#get(url: string): Process<Result<HttpResponse, string>> {
    const { certificateAuthority = '' } = this.#options.authenticator.issuer ?? {};
    const { requestIds, reach } = this.#parts;
    const [, authority = '', path = ''] = /^https:\/\/([^/?#]+)([^#]*)/.exec(url) ?? [];
    const serverName = authority.replace(/:\d+$/, '').replace(/^\[|\]$/g, '');
    const host = /:\d+$/.test(authority) ? authority : `${authority}:443`;
    const caBundle = base64OfText(certificateAuthority);
    const transport = serverName === '' ? undefined : reach({ host, serverName, caBundle });
    if (transport === undefined) return err('no server outside can be reached');
    const answer = yield* transport.roundTrip({
      id: requestIds.next(),
      method: 'GET',
      url: path === '' ? '/' : path,
      headers: { accept: 'application/json', 'user-agent': 'Go-http-client/1.1' },
    });
    return answer.ok ? ok(answer.value) : err(answer.error.message);
  }
}
