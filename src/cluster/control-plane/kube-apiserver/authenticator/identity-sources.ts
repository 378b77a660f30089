/**
 * Identity providers outside the cluster, as the scenario describes them.
 *
 * Models k8s.io/apiserver plugin/pkg/authenticator/token/oidc (claims, prefixes, audience, expiry)
 * and …/token/webhook (TokenReview, kept for two minutes). Their answers about a token are data;
 * the reasons of a refusal stay in the server's log.
 */
import { rfc3339, type SimTime, second } from '#base/sim-time';
import type { IdentitySourceConfig, OidcTokenConfig } from '#cluster/config/cluster-config';
import type { Simulation } from '#sim/simulation';
import {
  type Authentication,
  failed,
  noOpinion,
  type TokenAuthenticator,
  withAuthenticatedGroup,
} from './authenticator.ts';
import { usernamePrefixOf } from './oidc/oidc-flags.ts';

type Oidc = Extract<IdentitySourceConfig, { readonly kind: 'oidc' }>;
type Webhook = Extract<IdentitySourceConfig, { readonly kind: 'webhook' }>;

const webhookTtl = 120 * second;

export const identitySource = (
  sim: Simulation,
  source: IdentitySourceConfig,
): TokenAuthenticator =>
  source.kind === 'oidc' ? oidcAuthenticator(sim, source) : webhookAuthenticator(sim, source);

function oidcAuthenticator(sim: Simulation, source: Oidc): TokenAuthenticator {
  const tokens = new Map(source.tokens.map((token) => [token.token, token]));
  return {
    name: `OIDC (${source.issuer})`,
    authenticateToken(token) {
      const known = tokens.get(token);
      if (known === undefined) return noOpinion('not of this issuer');
      const problem = problemOf(sim, source, known);
      if (problem !== undefined) return failed(`oidc: ${problem}`);
      return accepted(source, known);
    },
  };
}

/** Source: oidc.go AuthenticateToken and coreos/go-oidc Verify. */
function problemOf(sim: Simulation, source: Oidc, token: OidcTokenConfig): string | undefined {
  const { audience = source.clientId, expiresAfterSeconds, username } = token;
  if (audience !== source.clientId) {
    const audiences = `expected audience "${source.clientId}" got ["${audience}"]`;
    return `verify token: oidc: ${audiences}`;
  }
  const expires =
    expiresAfterSeconds === undefined ? Number.POSITIVE_INFINITY : expiresAfterSeconds * second;
  if (sim.now > expires) {
    return `verify token: oidc: token is expired (Token Expiry: ${rfc3339(expires)})`;
  }
  return username === undefined
    ? `parse username claims "${source.usernameClaim ?? 'sub'}": claim not present`
    : undefined;
}

function accepted(source: Oidc, { username = '', groups = [], uid = '' }: OidcTokenConfig) {
  const { groupsPrefix = '' } = source;
  const name = `${usernamePrefixOf({ ...source, issuerUrl: source.issuer })}${username}`;
  const user = withAuthenticatedGroup({
    name,
    uid,
    groups: groups.map((group) => `${groupsPrefix}${group}`),
    extra: {},
  });
  return { outcome: 'authenticated' as const, user, detail: name };
}

function webhookAuthenticator(sim: Simulation, source: Webhook): TokenAuthenticator {
  const users = new Map(source.tokens.map((token) => [token.token, token]));
  const kept = new Map<string, { readonly answer: Authentication; readonly until: SimTime }>();
  const ask = (token: string): Authentication => {
    if (source.unreachable === true) {
      const host = /^https?:\/\/([^/]+)/.exec(source.url)?.[1] ?? '';
      return failed(`Post "${source.url}": dial tcp ${host}: connect: connection refused`);
    }
    const known = users.get(token);
    if (known === undefined) return noOpinion('the webhook does not know the token');
    const { user: name, uid = '', groups = [], extra = {} } = known;
    const user = withAuthenticatedGroup({ name, uid, groups, extra });
    return { outcome: 'authenticated', user, detail: name };
  };
  return {
    name: `webhook (${source.url})`,
    authenticateToken(token) {
      const known = kept.get(token);
      if (known !== undefined && sim.now < known.until) return known.answer;
      const answer = ask(token);
      if (answer.outcome === 'authenticated') {
        kept.set(token, { answer, until: sim.now + webhookTtl });
      }
      return answer;
    },
  };
}
