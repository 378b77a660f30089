/**
 * The files containerd writes for a sandbox: hostname, hosts, resolv.conf.
 * Models containerd internal/cri/server/podsandbox setupSandboxFiles.
 */
import type { PodSandboxConfig } from '#k8s.io/cri-api/runtime';
import type { Mount } from './file-types.ts';
import type { HostDisk } from './host-disk.ts';

export const sandboxRoot = (id: string): string =>
  `/var/lib/containerd/io.containerd.grpc.v1.cri/sandboxes/${id}`;

/** Writes them to the node's disk; every container of the pod mounts them. */
export function writeSandboxFiles(disk: HostDisk, id: string, config: PodSandboxConfig): void {
  const root = sandboxRoot(id);
  disk.mount(`${root}/hostname`, { files: { '': `${config.hostname}\n` } });
  disk.mount(`${root}/hosts`, { files: { '': '127.0.0.1\tlocalhost\n' } });
  disk.mount(`${root}/resolv.conf`, { files: { '': resolvConf(config.dnsConfig) } });
  disk.mount(`${root}/shm`, { files: {} }, true);
}

/** Source: containerd internal/cri/server/helpers_linux.go parseDNSOptions. */
function resolvConf(dns: PodSandboxConfig['dnsConfig']): string {
  if (dns === undefined) return '';
  const lines: string[] = [];
  if (dns.searches.length > 0) lines.push(`search ${dns.searches.join(' ')}`);
  for (const server of dns.servers) lines.push(`nameserver ${server}`);
  if (dns.options.length > 0) lines.push(`options ${dns.options.join(' ')}`);
  return lines.map((line) => `${line}\n`).join('');
}

/** What each container gets unless the kubelet mounts something of its own there. */
export function sandboxMounts(
  disk: HostDisk,
  id: string,
  taken: ReadonlySet<string>,
): readonly Mount[] {
  const wanted: readonly [string, string][] = [
    ['/etc/hostname', 'hostname'],
    ['/etc/hosts', 'hosts'],
    ['/etc/resolv.conf', 'resolv.conf'],
    ['/dev/shm', 'shm'],
  ];
  return wanted
    .filter(([path]) => !taken.has(path))
    .map(([containerPath, name]) => ({
      containerPath,
      folder: disk.mount(`${sandboxRoot(id)}/${name}`),
      readonly: false,
    }));
}
