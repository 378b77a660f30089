/**
 * Tokens of issuers outside the cluster, as the flags --oidc-* or the file of the flag
 * --authentication-config name them. Nothing happens before a configuration is there; then a part
 * of its own has an authenticator for each issuer, and follows the changes of the file.
 */
import { must } from '#base/assert';
import type { Cel } from '#k8s.io/apiserver/cel/cel';
import type { Process } from '#sim/simulation';
import type { Family } from '../../metrics/exposition.ts';
import { type Authentication, noOpinion, type TokenAuthenticator } from '../authenticator.ts';
import type { AnonymousAuth } from '../union.ts';
import type { IssuerUpdates, OidcSource, UpdateParts } from './issuer-updates.ts';

/** What knows issuers: a part that comes late, or not at all. */
export type IssuersPart = () => typeof IssuerUpdates | undefined;

export class OidcAuthenticator implements TokenAuthenticator {
  readonly name = 'OIDC';
  readonly #parts: UpdateParts;
  readonly #source: OidcSource;
  readonly #part: IssuersPart;
  readonly #cel: Cel;
  #issuers: IssuerUpdates | undefined;

  constructor(
    source: OidcSource,
    parts: UpdateParts,
    { part, cel }: { readonly part: IssuersPart; readonly cel: Cel },
  ) {
    this.#parts = parts;
    this.#source = source;
    this.#part = part;
    this.#cel = cel;
  }

  /** Makes the authenticators when there is a configuration, and follows its changes. */
  *run(): Process {
    const source = this.#source;
    while (source.identities === undefined) yield* source.identitiesChanged.wait();
    const Issuers = must(this.#part(), 'the part that knows issuers');
    this.#issuers = new Issuers(source.identities, source, this.#parts, this.#cel);
    yield* this.#issuers.run();
  }

  /** What it counts for `/metrics`. */
  get families(): readonly Family[] {
    return this.#issuers?.families() ?? [];
  }

  authenticateToken(token: string): Authentication {
    return this.#issuers?.authenticateToken(token) ?? noOpinion('no issuer is configured');
  }

  /** Who may come without credentials, if a configuration says it. */
  get anonymousAuth(): AnonymousAuth | undefined {
    return this.#issuers?.anonymousAuth;
  }
}
