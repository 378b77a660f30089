/**
 * A pod's hostname and full name, which of the two the kernel gets, and /etc/hosts.
 *
 * Models kubernetes/pkg/kubelet/kubelet_pods.go GeneratePodHostNameAndDomain and
 * managedHostsFileContent, and pkg/kubelet/util GetNodenameForKernel.
 */
import type { Pod } from '#k8s.io/api/core/v1';

/** The zone of the cluster (`--cluster-domain`). */
export const clusterDomain = 'cluster.local';
const hostnameMaxLength = 63;
/** The kernel's limit. Source: fqdnMaxLen. */
const fullNameMaxLength = 64;

/** Source: truncatePodHostnameIfNeeded. */
const truncated = (name: string): string => name.slice(0, hostnameMaxLength).replace(/[-.]+$/, '');

const nonEmpty = (text: string | undefined): string | undefined => (text === '' ? undefined : text);

function podHostname({ spec, metadata }: Pod, nodeName: string): string {
  if (spec.hostNetwork === true) return nodeName;
  return truncated(spec.hostnameOverride ?? nonEmpty(spec.hostname) ?? metadata.name);
}

/** The full name of a pod with a subdomain; a pod that overrides its hostname has none. */
function podFullName(pod: Pod, nodeName: string): string | undefined {
  const { subdomain = '', hostnameOverride } = pod.spec;
  if (subdomain === '' || hostnameOverride !== undefined) return undefined;
  return `${podHostname(pod, nodeName)}.${subdomain}.${pod.metadata.namespace}.svc.${clusterDomain}`;
}

/** What `hostname` prints in the pod. */
export function kernelHostname(pod: Pod, nodeName: string): string {
  const full = pod.spec.setHostnameAsFQDN === true ? podFullName(pod, nodeName) : undefined;
  return full ?? podHostname(pod, nodeName);
}

/** The error when the name is too long for the kernel; then there is no sandbox. */
export function hostnameError(pod: Pod, nodeName: string): string | undefined {
  const name = kernelHostname(pod, nodeName);
  if (name.length <= fullNameMaxLength || pod.spec.setHostnameAsFQDN !== true) return undefined;
  return (
    `failed to construct FQDN from pod hostname and cluster domain, FQDN ${name} is too long` +
    ` (${fullNameMaxLength} characters is the max, ${name.length} characters requested)`
  );
}

const localhost = [
  '127.0.0.1\tlocalhost',
  '::1\tlocalhost ip6-localhost ip6-loopback',
  'fe00::0\tip6-localnet',
  'fe00::0\tip6-mcastprefix',
  'fe00::1\tip6-allnodes',
  'fe00::2\tip6-allrouters',
];

/** The /etc/hosts that every container of a pod sees. */
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
