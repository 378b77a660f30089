/**
 * Who a command says that it is: the credential of the kubeconfig, and whom the flags impersonate.
 *
 * In: the resolved configuration and the flags. Out: a credential, and headers of each request.
 */
import type { ClientCredential } from '#k8s.io/client-go/rest/rest-client';
import type { FlagValues } from '../command-line/parse-flags.ts';
import type { ClientConfig, KubeconfigUser } from './kubeconfig.ts';

export const credentialName = ({ certificate, token }: KubeconfigUser) => {
  if (certificate !== undefined) return 'client-certificate';
  return token === undefined ? 'none' : 'bearer-token';
};

export function credentialOf({ user, userName }: ClientConfig): ClientCredential {
  const { certificate, token } = user;
  if (certificate !== undefined) return { kind: 'certificate', certificate };
  if (token !== undefined) return { kind: 'token', user: userName, token: () => token };
  return { kind: 'none' };
}

/** Both are sent when both are there; the server takes the certificate first. */
export const tokenBesideCertificate = ({ certificate, token }: KubeconfigUser) =>
  certificate !== undefined && token !== undefined
    ? { authorization: `Bearer ${token}` }
    : undefined;

/** Source: client-go transport/round_trippers.go ImpersonationConfig. */
export function impersonation(flags: FlagValues): Readonly<Record<string, string>> {
  const groups = flags.list('as-group');
  return {
    ...(flags.string('as') === '' ? {} : { 'impersonate-user': flags.string('as') }),
    ...(flags.string('as-uid') === '' ? {} : { 'impersonate-uid': flags.string('as-uid') }),
    ...(groups.length === 0 ? {} : { 'impersonate-group': groups.join(',') }),
  };
}

/** Source: client-go clientcmd/validation.go validateAuthInfo. */
export function impersonationMisuse(flags: FlagValues, userName: string): string | undefined {
  if (flags.string('as') !== '') return undefined;
  if (flags.string('as-uid') === '' && flags.list('as-group').length === 0) return undefined;
  return `requesting uid, groups or user-extra for ${userName} without impersonating a user`;
}
