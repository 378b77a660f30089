/**
 * The /etc/hosts that every container of a pod sees.
 * Models kubernetes/pkg/kubelet/kubelet_pods.go managedHostsFileContent.
 */
import type { Pod } from '#k8s.io/api/core/v1';
import { podFullName, podHostname } from './hostname.ts';

const localhost = [
  '127.0.0.1\tlocalhost',
  '::1\tlocalhost ip6-localhost ip6-loopback',
  'fe00::0\tip6-localnet',
  'fe00::0\tip6-mcastprefix',
  'fe00::1\tip6-allnodes',
  'fe00::2\tip6-allrouters',
];

export function hostsFileContent(pod: Pod, nodeName: string, podIP: string): string {
  const hostNetwork = pod.spec.hostNetwork === true;
  const header = hostNetwork
    ? '# Kubernetes-managed hosts file (host network).'
    : '# Kubernetes-managed hosts file.';
  const lines = [header, ...localhost];
  const hostname = podHostname(pod, nodeName);
  const fullName = podFullName(pod, nodeName);
  if (!hostNetwork) {
    lines.push(
      fullName === undefined ? `${podIP}\t${hostname}` : `${podIP}\t${fullName}\t${hostname}`,
    );
  }
  const aliases = pod.spec.hostAliases ?? [];
  if (aliases.length > 0) lines.push('', '# Entries added by HostAliases.');
  for (const { ip, hostnames = [] } of aliases) lines.push(`${ip}\t${hostnames.join('\t')}`);
  return lines.map((line) => `${line}\n`).join('');
}
