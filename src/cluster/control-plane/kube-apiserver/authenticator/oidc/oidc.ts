/**
 * Tokens of issuers outside the cluster, as the flags --oidc-* or the file of the flag
 * --authentication-config name them: one authenticator for each issuer, and all of them anew when
 * the configuration changes.
 */
import { must } from '#base/assert';
import type { Cel } from '#k8s.io/apiserver/cel/cel';
import type { Signal } from '#sim/signal';
import type { Process } from '#sim/simulation';
import type { IdentityAction } from '#trace/outside-action';
import { type Authentication, noOpinion, type TokenAuthenticator } from '../authenticator.ts';
import type { AnonymousAuth } from '../union.ts';
import type { ConfiguredIssuers } from './configured-issuers.ts';
import type { IssuerParts } from './issuer-authenticator.ts';

/** Where the configuration is, and when it changes. */
export interface OidcSource {
  readonly identities: IdentityAction | undefined;
  readonly identitiesChanged: Signal;
}

/** What knows issuers: a part that comes late, or not at all. */
export type IssuersPart = () => typeof ConfiguredIssuers | undefined;

export class OidcAuthenticator implements TokenAuthenticator {
  readonly name = 'OIDC';
  readonly #parts: Omit<IssuerParts, 'ecdsa'>;
  readonly #source: OidcSource;
  readonly #part: IssuersPart;
  readonly #cel: Cel;
  #configured: ConfiguredIssuers | undefined;

  constructor(
    source: OidcSource,
    parts: Omit<IssuerParts, 'ecdsa'>,
    { part, cel }: { readonly part: IssuersPart; readonly cel: Cel },
  ) {
    this.#parts = parts;
    this.#source = source;
    this.#part = part;
    this.#cel = cel;
  }

  /** Makes the authenticators, and again when the configuration changes. */
  *run(): Process {
    for (;;) {
      const { identities, identitiesChanged } = this.#source;
      if (identities !== undefined) this.#configured = this.#issuersOf(identities);
      const { sim } = this.#parts;
      const running = this.#configured?.start((issuer) => sim.spawn('issuer', issuer.run()));
      yield* identitiesChanged.wait();
      for (const task of running ?? []) task.cancel();
    }
  }

  #issuersOf(identities: IdentityAction): ConfiguredIssuers {
    const Issuers = must(this.#part(), 'the part that knows issuers');
    return new Issuers(identities, this.#parts, this.#cel);
  }

  authenticateToken(token: string): Authentication {
    return this.#configured?.authenticateToken(token) ?? noOpinion('no issuer is configured');
  }

  /** Who may come without credentials, if a configuration says it. */
  get anonymousAuth(): AnonymousAuth | undefined {
    return this.#configured?.anonymousAuth;
  }
}
