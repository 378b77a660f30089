/** The kubeconfig of a person, as a YAML file that every client of Kubernetes reads. */
import { stringify } from 'yaml';
import type { UserConfig } from '#cluster/config/cluster-config';
import type { KeyPair } from './certificates.ts';

const cluster = 'podyssey';

export interface KubeconfigParts {
  readonly server: string;
  /** PEM of the authority that signed the server's certificate. */
  readonly authority: string;
  readonly user: UserConfig;
  /** Of a person with a client certificate. */
  readonly pair?: KeyPair;
}

export function kubeconfigText({ server, authority, user, pair }: KubeconfigParts): string {
  const context = `${user.name}@${cluster}`;
  return stringify({
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': context,
    clusters: [
      { name: cluster, cluster: { server, 'certificate-authority-data': base64(authority) } },
    ],
    contexts: [{ name: context, context: { cluster, user: user.name } }],
    users: [{ name: user.name, user: credentialsOf(user, pair) }],
    preferences: {},
  });
}

function credentialsOf({ token }: UserConfig, pair: KeyPair | undefined): object {
  if (pair === undefined) return token === undefined ? {} : { token };
  return {
    'client-certificate-data': base64(pair.certificate),
    'client-key-data': base64(pair.key),
  };
}

const base64 = (text: string): string => Buffer.from(text).toString('base64');
