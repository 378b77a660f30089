/**
 * The user whom the claims of a token name. Models getUsername, getGroups and getExtra of
 * k8s.io/apiserver plugin/pkg/authenticator/token/oidc oidc.go, and the rules for prefixes of
 * kubernetes pkg/kubeapiserver/options authentication.go.
 */
import { err, ok, type Result } from '#base/result';
import type { JsonObject, JsonValue } from '#k8s.io/apimachinery/json-value';
import type { OidcIssuer } from '#trace/oidc-issuer';
import { withAuthenticatedGroup } from '../authenticator.ts';
import type { UserInfo } from '../user-info.ts';

type Prefixes = Pick<OidcIssuer, 'issuerUrl' | 'usernameClaim' | 'usernamePrefix'>;

/** Without a configured prefix, every claim except `email` is prefixed with the issuer. */
export function prefixed({ issuerUrl, usernameClaim, usernamePrefix }: Prefixes, name: string) {
  const standard = usernameClaim === 'email' ? '' : `${issuerUrl}#`;
  const prefix = usernamePrefix === undefined || usernamePrefix === '' ? standard : usernamePrefix;
  return `${prefix === '-' ? '' : prefix}${name}`;
}

/** The error is the rest of upstream's after `oidc: `. */
export function userOfClaims(issuer: OidcIssuer, claims: JsonObject): Result<UserInfo, string> {
  const { usernameClaim = 'sub', groupsClaim = '', groupsPrefix = '' } = issuer;
  const name = textOf(claims[usernameClaim]);
  if (!name.ok) return err(`parse username claims "${usernameClaim}": ${name.error}`);
  const { email_verified: verified } = claims;
  if (usernameClaim === 'email' && verified !== undefined && verified !== true) {
    if (verified === false) return err('email not verified');
    return err(`parse 'email_verified' claim: ${mismatch(verified, 'bool')}`);
  }
  const groups = groupsClaim === '' ? ok([]) : groupsOf(claims[groupsClaim]);
  if (!groups.ok) return err(`parse groups claim "${groupsClaim}": ${groups.error}`);
  const { jti } = claims;
  const credential = { 'authentication.kubernetes.io/credential-id': [`JTI=${jti}`] };
  return ok(
    withAuthenticatedGroup({
      name: prefixed(issuer, name.value),
      uid: '',
      groups: groups.value.map((group) => `${groupsPrefix}${group}`),
      extra: typeof jti === 'string' ? credential : {},
    }),
  );
}

function textOf(value: JsonValue | undefined): Result<string, string> {
  if (value === undefined) return err('claim not present');
  if (value === null) return ok('');
  return typeof value === 'string' ? ok(value) : err(mismatch(value, 'string'));
}

/** A list, or one name. Source: stringOrArray. */
function groupsOf(value: JsonValue | undefined): Result<readonly string[], string> {
  if (value === undefined || value === null) return ok([]);
  if (typeof value === 'string') return ok([value]);
  if (!Array.isArray(value)) return err(mismatch(value, 'string'));
  const names = value.filter((each): each is string => typeof each === 'string');
  return names.length === value.length ? ok(names) : err(mismatch(value, 'string'));
}

/** As Go's encoding/json words it. */
function mismatch(value: JsonValue, wanted: string): string {
  const found = Array.isArray(value) ? 'array' : typeof value === 'boolean' ? 'bool' : typeof value;
  return `json: cannot unmarshal ${found} into Go value of type ${wanted}`;
}
