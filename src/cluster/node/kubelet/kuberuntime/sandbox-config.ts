/**
 * The sandbox configuration for the runtime.
 *
 * Models kubernetes/pkg/kubelet/kuberuntime/kuberuntime_sandbox.go generatePodSandboxConfig and
 * pkg/kubelet/network/dns/dns.go. In: a pod. Out: the CRI configuration.
 */
import type { Pod } from '#k8s.io/api/core/v1';
import type { NamespaceOptions, PodSandboxConfig } from '#k8s.io/cri-api/runtime';
import type { PodContainerManager } from '../cm/pod-container-manager.ts';
import { podResources } from '../cm/resource-config.ts';
import type { KubeletContext } from '../kubelet-context.ts';
import { clusterDomain, kernelHostname } from './hostname.ts';
import { sandboxAnnotations, sandboxLabels } from './labels.ts';

const podLogsDirectory = (pod: Pod): string => {
  const { namespace, name, uid } = pod.metadata;
  return `/var/log/pods/${namespace}_${name}_${uid}`;
};

/** `--cluster-dns`: by convention the tenth address of the service range. */
export const clusterDns = (serviceCIDR: string): string =>
  serviceCIDR.replace(/\.\d+\/\d+$/, '.10');

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

/** The event about a pod whose DNS settings were truncated. Source: CheckLimitsForResolvConf. */
export function dnsWarnings(pod: Pod, config: DnsSource): readonly string[] {
  const { dnsPolicy = 'ClusterFirst', dnsConfig: own } = pod.spec;
  if (own === undefined || dnsPolicy === 'None') return [];
  const { serviceCIDR } = config;
  const { servers, searches } = dnsConfig(pod, config);
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

/** The kubelet's configuration of the cluster's DNS. */
interface DnsSource {
  readonly serviceCIDR: string;
  readonly hasClusterDns: boolean;
}

export const dnsSource = ({
  node,
  config,
}: Pick<KubeletContext, 'node' | 'config'>): DnsSource => ({
  serviceCIDR: config.serviceCIDR,
  hasClusterDns: node.kubelet?.clusterDNS !== 'none',
});

function wantsClusterDns({ spec }: Pod): boolean {
  const { dnsPolicy = 'ClusterFirst', hostNetwork = false } = spec;
  return dnsPolicy === 'ClusterFirstWithHostNet' || (dnsPolicy === 'ClusterFirst' && !hostNetwork);
}

/**
 * The event text when a pod wants cluster DNS and the cluster has none; otherwise undefined.
 * Source: GetPodDNS.
 */
export function missingClusterDns(pod: Pod, { hasClusterDns }: DnsSource): string | undefined {
  if (hasClusterDns || !wantsClusterDns(pod)) return undefined;
  const policy = pod.spec.dnsPolicy ?? 'ClusterFirst';
  return (
    'kubelet does not have ClusterDNS IP configured and cannot create Pod using' +
    ` "${policy}" policy. Falling back to "Default" policy.`
  );
}

/** Source: Configurer.GetPodDNS. */
function dnsConfig(
  pod: Pod,
  { serviceCIDR, hasClusterDns }: DnsSource,
): NonNullable<PodSandboxConfig['dnsConfig']> {
  const custom = {
    servers: pod.spec.dnsConfig?.nameservers ?? [],
    searches: pod.spec.dnsConfig?.searches ?? [],
    options: (pod.spec.dnsConfig?.options ?? []).map(({ name = '', value }) =>
      value === undefined ? name : `${name}:${value}`,
    ),
  };
  if (!hasClusterDns || !wantsClusterDns(pod)) {
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

/** Every address is the same as none. */
const hostIpOf = (hostIP: string | undefined): { readonly hostIp?: string } =>
  hostIP === undefined || hostIP === '' || hostIP === '0.0.0.0' ? {} : { hostIp: hostIP };

/** Source: generatePodSandboxLinuxConfig, sysctl.ConvertPodSysctlsVariableToDotsSeparator. */
function sysctlsOf({ spec }: Pod): Pick<PodSandboxConfig['linux'], 'sysctls'> {
  const { sysctls = [] } = spec.securityContext ?? {};
  if (sysctls.length === 0) return {};
  const named = sysctls.map(({ name, value }) => [name.replaceAll('/', '.'), value] as const);
  return { sysctls: Object.fromEntries(named) };
}

function portMappings(pod: Pod): PodSandboxConfig['portMappings'] {
  const { containers, initContainers = [] } = pod.spec;
  return [...containers, ...initContainers].flatMap(({ ports = [] }) =>
    ports.flatMap(({ protocol = 'TCP', containerPort, hostPort, hostIP }) =>
      hostPort === undefined || hostPort === 0
        ? []
        : [{ protocol, containerPort, hostPort, ...hostIpOf(hostIP) }],
    ),
  );
}

export function generatePodSandboxConfig(
  pod: Pod,
  attempt: number,
  context: Pick<KubeletContext, 'node' | 'config'>,
  cgroups: PodContainerManager,
): PodSandboxConfig {
  const { name, namespace, uid } = pod.metadata;
  return {
    metadata: { name, uid, namespace, attempt },
    hostname: kernelHostname(pod, context.node.name),
    logDirectory: podLogsDirectory(pod),
    dnsConfig: dnsConfig(pod, dnsSource(context)),
    portMappings: portMappings(pod),
    labels: sandboxLabels(pod),
    annotations: sandboxAnnotations(pod),
    linux: {
      cgroupParent: cgroups.name(pod),
      namespaceOptions: namespaceOptions(pod),
      ...sysctlsOf(pod),
      overhead: {},
      resources: podResources(pod),
    },
  };
}
