/**
 * Tokens of issuers outside the cluster, as the flags --oidc-* or the file of the flag
 * --authentication-config name them.
 *
 * Models kubernetes pkg/kubeapiserver/authenticator config.go newJWTAuthenticator: one
 * authenticator for each issuer, and all of them anew when the configuration changes.
 */
import { AuthenticationCompiler } from '#k8s.io/apiserver/authentication/expressions';
import type { Cel } from '#k8s.io/apiserver/cel/cel';
import type { Signal } from '#sim/signal';
import type { Process } from '#sim/simulation';
import type { IdentityAction } from '#trace/outside-action';
import { type Authentication, noOpinion, type TokenAuthenticator } from '../authenticator.ts';
import type { AnonymousAuth } from '../union.ts';
import {
  IssuerAuthenticator,
  type IssuerOptions,
  type IssuerParts,
} from './issuer-authenticator.ts';
import { authenticatorOfFlags } from './oidc-flags.ts';

/** Where the configuration is, and when it changes. */
export interface OidcSource {
  readonly identities: IdentityAction | undefined;
  readonly identitiesChanged: Signal;
}

/** Source: oidc.go allowedSigningAlgs, all of which a configuration accepts. */
const allAlgorithms = ['RS', 'ES', 'PS'].flatMap((kind) => [256, 384, 512].map((n) => kind + n));

export class OidcAuthenticator implements TokenAuthenticator {
  readonly name = 'OIDC';
  readonly #parts: IssuerParts;
  readonly #source: OidcSource;
  readonly #compiler: AuthenticationCompiler;
  #issuers: readonly IssuerAuthenticator[] = [];

  constructor(source: OidcSource, parts: IssuerParts, cel: Cel) {
    this.#parts = parts;
    this.#source = source;
    this.#compiler = new AuthenticationCompiler(cel);
  }

  /** Makes the authenticators, and again when the configuration changes. */
  *run(): Process {
    for (;;) {
      const { identities, identitiesChanged } = this.#source;
      this.#issuers = this.#optionsOf(identities).map(
        (options) => new IssuerAuthenticator(this.#parts, options),
      );
      const { sim } = this.#parts;
      const running = this.#issuers.map((issuer) => sim.spawn('issuer', issuer.run()));
      yield* identitiesChanged.wait();
      for (const task of running) task.cancel();
    }
  }

  authenticateToken(token: string): Authentication {
    if (this.#source.identities === undefined) return noOpinion('no issuer is configured');
    for (const issuer of this.#issuers) {
      const answer = issuer.authenticateToken(token);
      if (answer.outcome !== 'no opinion') return answer;
    }
    return noOpinion('not of this issuer');
  }

  /** Who may come without credentials, if the file says it. */
  get anonymousAuth(): AnonymousAuth | undefined {
    const { identities } = this.#source;
    if (identities?.kind !== 'authentication') return undefined;
    const { anonymous } = identities.configuration;
    if (anonymous === undefined) return undefined;
    const { enabled = false, conditions = [] } = anonymous;
    if (!enabled || conditions.length === 0) return enabled;
    return { paths: conditions.map(({ path = '' }) => path) };
  }

  #optionsOf(identities: IdentityAction | undefined): readonly IssuerOptions[] {
    if (identities === undefined) return [];
    const compiler = this.#compiler;
    if (identities.kind === 'oidc') {
      const { issuer } = identities;
      const { signingAlgorithms: algorithms = ['RS256'], clockAhead } = issuer;
      return [{ authenticator: authenticatorOfFlags(issuer), compiler, algorithms, clockAhead }];
    }
    const { configuration, clockAhead } = identities;
    const common = { compiler, algorithms: allAlgorithms, clockAhead };
    return (configuration.jwt ?? []).map((authenticator) => ({ authenticator, ...common }));
  }
}
