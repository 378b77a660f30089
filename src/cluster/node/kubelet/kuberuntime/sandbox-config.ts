/**
 * The sandbox that a pod asks of the runtime.
 *
 * Models kubernetes/pkg/kubelet/kuberuntime/kuberuntime_sandbox.go generatePodSandboxConfig and
 * pkg/kubelet/network/dns/dns.go. In: a pod. Out: the CRI configuration.
 */
import type { Pod } from '#k8s.io/api/core/v1';
import type { NamespaceOptions, PodSandboxConfig } from '#k8s.io/cri-api/runtime';
import type { PodContainerManager } from '../cm/pod-container-manager.ts';
import { podResources } from '../cm/resource-config.ts';
import type { KubeletContext } from '../kubelet-context.ts';
import { sandboxAnnotations, sandboxLabels } from './labels.ts';

/** The zone of the cluster (`--cluster-domain`). */
const clusterDomain = 'cluster.local';
const hostnameMaxLength = 63;

const podLogsDirectory = (pod: Pod): string => {
  const { namespace, name, uid } = pod.metadata;
  return `/var/log/pods/${namespace}_${name}_${uid}`;
};

/** `--cluster-dns`: by convention the tenth address of the service range. */
const clusterDns = (serviceCIDR: string): string => serviceCIDR.replace(/\.\d+\/\d+$/, '.10');

/** Source: truncatePodHostnameIfNeeded. */
export const podHostname = (pod: Pod, nodeName: string): string =>
  pod.spec.hostNetwork === true
    ? nodeName
    : (pod.spec.hostname ?? pod.metadata.name).slice(0, hostnameMaxLength).replace(/[-.]+$/, '');

/** Source: runtimeutil NamespacesForPod. */
export const namespaceOptions = (pod: Pod): NamespaceOptions => ({
  network: pod.spec.hostNetwork === true ? 'NODE' : 'POD',
  pid:
    pod.spec.hostPID === true
      ? 'NODE'
      : pod.spec.shareProcessNamespace === true
        ? 'POD'
        : 'CONTAINER',
  ipc: pod.spec.hostIPC === true ? 'NODE' : 'POD',
});

/** Source: pkg/apis/core/validation MaxDNSNameservers, MaxDNSSearchPaths, MaxDNSSearchListChars. */
const maxNameservers = 3;
const maxSearches = 32;
const maxSearchCharacters = 2048;

function withinLimits(searches: readonly string[]): readonly string[] {
  const kept: string[] = [];
  for (const domain of searches.slice(0, maxSearches)) {
    if ([...kept, domain].join(' ').length > maxSearchCharacters) break;
    kept.push(domain);
  }
  return kept;
}

/** What is told of a pod whose DNS settings were cut. Source: CheckLimitsForResolvConf. */
export function dnsWarnings(pod: Pod, serviceCIDR: string): readonly string[] {
  const { dnsPolicy = 'ClusterFirst', dnsConfig: own } = pod.spec;
  if (own === undefined || dnsPolicy === 'None') return [];
  const applied = dnsConfig(pod, serviceCIDR);
  const { servers = [], searches = [] } = applied ?? {};
  const zone = `svc.${clusterDomain}`;
  const wanted = new Set([`${pod.metadata.namespace}.${zone}`, zone, clusterDomain]);
  for (const domain of own.searches ?? []) wanted.add(domain);
  const warnings: string[] = [];
  if (new Set([clusterDns(serviceCIDR), ...(own.nameservers ?? [])]).size > servers.length) {
    warnings.push(
      'Nameserver limits were exceeded, some nameservers have been omitted,' +
        ` the applied nameserver line is: ${servers.join(' ')}`,
    );
  }
  if (wanted.size > searches.length) {
    warnings.push(
      'Search Line limits were exceeded, some search paths have been omitted,' +
        ` the applied search line is: ${searches.join(' ')}`,
    );
  }
  return warnings;
}

/** Source: Configurer.GetPodDNS. */
function dnsConfig(pod: Pod, serviceCIDR: string): PodSandboxConfig['dnsConfig'] {
  const { dnsPolicy = 'ClusterFirst', hostNetwork = false } = pod.spec;
  const custom = {
    servers: pod.spec.dnsConfig?.nameservers ?? [],
    searches: pod.spec.dnsConfig?.searches ?? [],
    options: (pod.spec.dnsConfig?.options ?? []).map(({ name = '', value }) =>
      value === undefined ? name : `${name}:${value}`,
    ),
  };
  const cluster =
    dnsPolicy === 'ClusterFirstWithHostNet' || (dnsPolicy === 'ClusterFirst' && !hostNetwork);
  if (!cluster) {
    return {
      servers: custom.servers,
      searches: custom.searches,
      options: custom.options,
    };
  }
  const zone = `svc.${clusterDomain}`;
  const searches = [`${pod.metadata.namespace}.${zone}`, zone, clusterDomain, ...custom.searches];
  return {
    servers: [...new Set([clusterDns(serviceCIDR), ...custom.servers])].slice(0, maxNameservers),
    searches: withinLimits([...new Set(searches)]),
    options: [...new Set(['ndots:5', ...custom.options])],
  };
}

function portMappings(pod: Pod): PodSandboxConfig['portMappings'] {
  const { containers, initContainers = [] } = pod.spec;
  return [...containers, ...initContainers].flatMap(({ ports = [] }) =>
    ports.flatMap(({ protocol = 'TCP', containerPort, hostPort }) =>
      hostPort === undefined || hostPort === 0 ? [] : [{ protocol, containerPort, hostPort }],
    ),
  );
}

export function generatePodSandboxConfig(
  pod: Pod,
  attempt: number,
  { node, config }: Pick<KubeletContext, 'node' | 'config'>,
  cgroups: PodContainerManager,
): PodSandboxConfig {
  const { name, namespace, uid } = pod.metadata;
  const dns = dnsConfig(pod, config.serviceCIDR);
  return {
    metadata: { name, uid, namespace, attempt },
    hostname: podHostname(pod, node.name),
    logDirectory: podLogsDirectory(pod),
    ...(dns === undefined ? {} : { dnsConfig: dns }),
    portMappings: portMappings(pod),
    labels: sandboxLabels(pod),
    annotations: sandboxAnnotations(pod),
    linux: {
      cgroupParent: cgroups.name(pod),
      namespaceOptions: namespaceOptions(pod),
      overhead: {},
      resources: podResources(pod),
    },
  };
}
