/**
 * Tokens that are configured in advance: those of a file, and bootstrap tokens for joining nodes.
 *
 * Models k8s.io/apiserver pkg/authentication/token/tokenfile and kubernetes
 * plugin/pkg/auth/authenticator/token/bootstrap.
 */
import { must } from '#base/assert';
import { asciiText, fromBase64url } from '#base/base64';
import { parseRfc3339 } from '#base/sim-time';
import type { Secret } from '#k8s.io/api/core/v1';
import { type ResourceInfo, resourceForKind } from '#k8s.io/apimachinery/resources';
import type { Simulation } from '#sim/simulation';
import type { ResourceCache } from '../storage/resource-cache.ts';
import {
  failed,
  noOpinion,
  type TokenAuthenticator,
  withAuthenticatedGroup,
} from './authenticator.ts';

/** One line of the file of --token-auth-file. */
export interface StaticToken {
  readonly token: string;
  readonly user: string;
  readonly uid: string;
  readonly groups: readonly string[];
}

export function tokenFileAuthenticator(tokens: readonly StaticToken[]): TokenAuthenticator {
  const users = new Map(
    tokens.map(({ token, user, uid, groups }) => [
      token,
      withAuthenticatedGroup({ name: user, uid, groups, extra: {} }),
    ]),
  );
  return {
    name: 'token file',
    authenticateToken(token) {
      const user = users.get(token);
      if (user === undefined) return noOpinion('not in the token file');
      return { outcome: 'authenticated', user, detail: user.name };
    },
  };
}

const shape = /^([a-z0-9]{6})\.([a-z0-9]{16})$/;

/** Tokens `{id}.{secret}` whose Secret `bootstrap-token-{id}` is in kube-system. */
export function bootstrapTokenAuthenticator(
  sim: Simulation,
  cache: (resource: ResourceInfo) => ResourceCache,
): TokenAuthenticator {
  const secrets = cache(must(resourceForKind('v1', 'Secret'), 'Secret'));
  return {
    name: 'bootstrap token',
    authenticateToken(token) {
      const [, id = '', key] = shape.exec(token) ?? [];
      if (key === undefined) return noOpinion('not a bootstrap token');
      const secret = secrets.get(`kube-system/bootstrap-token-${id}`) as Secret | undefined;
      const data = secret?.metadata.deletionTimestamp === undefined ? secret?.data : undefined;
      const read = (field: string): string => decodeData(data?.[field]);
      if (secret?.type !== 'bootstrap.kubernetes.io/token' || read('token-secret') !== key) {
        return noOpinion('no such bootstrap token');
      }
      const expires = parseRfc3339(read('expiration'));
      if (expires !== undefined && sim.now >= expires) return failed('bootstrap token expired');
      if (read('usage-bootstrap-authentication') !== 'true') {
        return noOpinion('not a token for authentication');
      }
      const extraGroups = read('auth-extra-groups')
        .split(',')
        .filter((group) => group !== '');
      const name = `system:bootstrap:${id}`;
      const groups = ['system:bootstrappers', ...extraGroups.sort()];
      const user = withAuthenticatedGroup({ name, uid: '', groups, extra: {} });
      return { outcome: 'authenticated', user, detail: name };
    },
  };
}

/** Decodes a member of Secret.data: ASCII text in base64. */
function decodeData(text: string | undefined): string {
  if (text === undefined) return '';
  const bytes = fromBase64url(text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', ''));
  return bytes === undefined ? '' : asciiText(bytes);
}
