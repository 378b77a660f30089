/**
 * Bearer tokens: read from the header, tried as every kind of token, and cached for a short time.
 *
 * Models k8s.io/apiserver pkg/authentication/request/bearertoken and token/cache: a success is
 * cached for 10 s, and an unknown token is an error, not "no opinion".
 */
import { type SimTime, second } from '#base/sim-time';
import type { Simulation } from '#sim/simulation';
import {
  type Authentication,
  type Authenticator,
  apiAudiences,
  failed,
  noOpinion,
  type TokenAuthenticator,
} from './authenticator.ts';

const successTtl = 10 * second;
const noToken = noOpinion('no bearer token');

interface Cached {
  readonly answer: Authentication;
  readonly expires: SimTime;
}

export function bearerTokenAuthenticator(
  sim: Simulation,
  kinds: readonly TokenAuthenticator[],
): Authenticator {
  const cache = new Map<string, Cached>();
  return {
    name: 'bearer token',
    authenticate({ headers }) {
      const token = tokenOf(headers['authorization']);
      if (token === undefined) return noToken;
      const cached = cache.get(token);
      if (cached !== undefined && sim.now < cached.expires) return cached.answer;
      const answer = authenticateToken(kinds, token);
      if (answer.outcome === 'authenticated') {
        cache.set(token, { answer, expires: sim.now + successTtl });
      } else cache.delete(token);
      return answer;
    },
  };
}

/**
 * Tries the token as every kind. The details of a failure stay in the server's log. Source of what
 * happens to audiences: authentication/authenticator/audagnostic.go.
 */
export function authenticateToken(
  kinds: readonly TokenAuthenticator[],
  token: string,
  audiences = apiAudiences,
): Authentication {
  const details: string[] = [];
  const implied = apiAudiences.filter((audience) => audiences.includes(audience));
  for (const kind of kinds) {
    if (kind.audienceAware !== true && implied.length === 0) continue;
    const answer = kind.authenticateToken(token, audiences);
    if (answer.outcome === 'authenticated') return answer;
    if (answer.outcome === 'error') details.push(answer.detail);
  }
  return failed(['invalid bearer token', ...details].join(', '));
}

function tokenOf(header: string | undefined): string | undefined {
  if (header === undefined) return undefined;
  const space = header.indexOf(' ');
  if (header.slice(0, space).toLowerCase() !== 'bearer') return undefined;
  const token = header.slice(space + 1).trim();
  return token === '' ? undefined : token;
}
