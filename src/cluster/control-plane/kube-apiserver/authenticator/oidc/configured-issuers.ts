/**
 * All issuers of one configuration: the flags --oidc-*, or the file of the flag
 * --authentication-config.
 *
 * Models kubernetes pkg/kubeapiserver/authenticator config.go newJWTAuthenticator. A part of its
 * own: hardly a run has an issuer outside.
 */
import { verifyEcdsa } from '#base/ecdsa';
import { AuthenticationCompiler } from '#k8s.io/apiserver/authentication/expressions';
import type { Cel } from '#k8s.io/apiserver/cel/cel';
import type { Task } from '#sim/task';
import { authenticationConfigurationOf } from '#trace/authentication-configuration';
import type { IdentityAction } from '#trace/outside-action';
import { type Authentication, noOpinion } from '../authenticator.ts';
import type { AnonymousAuth } from '../union.ts';
import {
  IssuerAuthenticator,
  type IssuerOptions,
  type IssuerParts,
} from './issuer-authenticator.ts';
import { authenticatorOfFlags } from './oidc-flags.ts';

/** Source: oidc.go allowedSigningAlgs, all of which a configuration accepts. */
const allAlgorithms = ['RS', 'ES', 'PS'].flatMap((kind) => [256, 384, 512].map((n) => kind + n));

interface Configured {
  readonly issuers: readonly Omit<IssuerOptions, 'compiler'>[];
  /** Who may come without credentials, if the file says it. */
  readonly anonymousAuth: AnonymousAuth | undefined;
}

export class ConfiguredIssuers {
  readonly #issuers: readonly IssuerAuthenticator[];
  readonly anonymousAuth: AnonymousAuth | undefined;

  constructor(identities: IdentityAction, parts: Omit<IssuerParts, 'ecdsa'>, cel: Cel) {
    const { issuers, anonymousAuth } = configuredBy(identities);
    const compiler = new AuthenticationCompiler(cel);
    const own = { ...parts, ecdsa: () => verifyEcdsa };
    this.#issuers = issuers.map((each) => new IssuerAuthenticator(own, { ...each, compiler }));
    this.anonymousAuth = anonymousAuth;
  }

  /** Each issuer asks for its keys, until its task is cancelled. */
  start(spawn: (issuer: IssuerAuthenticator) => Task): readonly Task[] {
    return this.#issuers.map(spawn);
  }

  /** What keeps some of them from checking tokens. Source: newJWTAuthenticator healthCheck. */
  get problem(): string | undefined {
    const all = this.#issuers.flatMap(({ problem }) => problem ?? []);
    return all.length > 1 ? `[${all.join(', ')}]` : all[0];
  }

  authenticateToken(token: string): Authentication {
    for (const issuer of this.#issuers) {
      const answer = issuer.authenticateToken(token);
      if (answer.outcome !== 'no opinion') return answer;
    }
    return noOpinion('not of this issuer');
  }
}

function configuredBy(identities: IdentityAction): Configured {
  if (identities.kind === 'oidc') {
    const { issuer } = identities;
    const { signingAlgorithms: algorithms = ['RS256'], clockAhead } = issuer;
    const one = { authenticator: authenticatorOfFlags(issuer), algorithms, clockAhead };
    return { issuers: [one], anonymousAuth: undefined };
  }
  const { clockAhead } = identities;
  const { jwt = [], anonymous } = authenticationConfigurationOf(identities.configuration);
  const common = { algorithms: allAlgorithms, clockAhead };
  const issuers = jwt.map((authenticator) => ({ authenticator, ...common }));
  if (anonymous === undefined) return { issuers, anonymousAuth: undefined };
  const { enabled = false, conditions = [] } = anonymous;
  const paths = conditions.map(({ path = '' }) => path);
  return { issuers, anonymousAuth: enabled && paths.length > 0 ? { paths } : enabled };
}
