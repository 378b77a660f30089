/**
 * The flags --oidc-* as what they are short for: one authenticator of the configuration. Models
 * ToAuthenticationConfig of kubernetes pkg/kubeapiserver/options authentication.go.
 */
import { textOfBase64 } from '#base/base64';
import type { JwtAuthenticator } from '#trace/authentication-configuration';
import type { OidcIssuer } from '#trace/oidc-issuer';

type Prefixes = Pick<OidcIssuer, 'issuerUrl' | 'usernameClaim' | 'usernamePrefix'>;

/** Without a configured prefix, every claim except `email` is prefixed with the issuer. */
export function usernamePrefixOf({ issuerUrl, usernameClaim, usernamePrefix }: Prefixes): string {
  const standard = usernameClaim === 'email' ? '' : `${issuerUrl}#`;
  const prefix = usernamePrefix === undefined || usernamePrefix === '' ? standard : usernamePrefix;
  return prefix === '-' ? '' : prefix;
}

export function authenticatorOfFlags(flags: OidcIssuer): JwtAuthenticator {
  const { issuerUrl, clientId, usernameClaim = 'sub', groupsClaim = '', groupsPrefix } = flags;
  const username = { claim: usernameClaim, prefix: usernamePrefixOf(flags) };
  const groups = { claim: groupsClaim, prefix: groupsPrefix ?? '' };
  const certificateAuthority = textOfBase64(flags.caBundle) ?? '';
  return {
    issuer: { url: issuerUrl, audiences: [clientId], certificateAuthority },
    claimMappings: { username, ...(groupsClaim !== '' && { groups }) },
  };
}
