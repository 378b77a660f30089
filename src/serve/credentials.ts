/** What a server on this machine shows to its clients, and what it gives to them. */
import { defined } from '#base/defined';
import type { UserConfig } from '#cluster/config/cluster-config';
import { CertificateAuthority, type KeyPair } from './certificates.ts';
import { kubeconfigText } from './kubeconfig.ts';

/** An authority of its own, and a certificate of it for a server that listens at this address. */
export async function makeIdentity(
  host: string,
): Promise<{ authority: CertificateAuthority; identity: KeyPair }> {
  const authority = await CertificateAuthority.create('kubernetes-ca');
  const names = ['localhost', 'kubernetes', 'kubernetes.default', 'kubernetes.default.svc'];
  const identity = await authority.server(
    [...names, 'kubernetes.default.svc.cluster.local'],
    [...new Set(['127.0.0.1', '::1', ...(isAddress(host) ? [host] : [])])],
  );
  return { authority, identity };
}

const isAddress = (host: string): boolean => /^[\d.]+$/.test(host) || host.includes(':');

/** A kubeconfig for each person of a cluster, by their names. */
export async function kubeconfigsOf(
  users: readonly UserConfig[],
  server: string,
  authority: CertificateAuthority,
): Promise<ReadonlyMap<string, string>> {
  const files = new Map<string, string>();
  for (const user of users) {
    const pair = user.certificate && (await authority.client(user.certificate));
    const parts = { server, authority: authority.certificate, user, ...defined({ pair }) };
    files.set(user.name, kubeconfigText(parts));
  }
  return files;
}
