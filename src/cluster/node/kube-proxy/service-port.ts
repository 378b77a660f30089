/**
 * One port of a service as the proxier sees it.
 * Models kubernetes/pkg/proxy/serviceport.go and the service map of servicechangetracker.go.
 */

import type { Protocol } from '#cluster/node/os/netfilter';
import type { Service, ServicePort } from '#k8s.io/api/core/v1';

export interface ServicePortInfo {
  /** `default/web`, or `default/web:http` for a named port, as in rules and chain names. */
  readonly name: string;
  /** `default/web` */
  readonly service: string;
  readonly portName: string;
  readonly protocol: Protocol;
  readonly clusterIP: string;
  readonly port: number;
  /** 0: none. */
  readonly nodePort: number;
  readonly externalIPs: readonly string[];
  readonly loadBalancerVIPs: readonly string[];
  readonly loadBalancerSourceRanges: readonly string[];
  /** Seconds that a client stays with its endpoint; 0: no affinity. */
  readonly stickySeconds: number;
  readonly internalPolicyLocal: boolean;
  readonly externalPolicyLocal: boolean;
  readonly healthCheckNodePort: number;
}

const defaultStickySeconds = 10_800;

/** The ports of a service; none where there is no address to capture. Source: shouldSkipService. */
export function servicePorts(service: Service): readonly ServicePortInfo[] {
  const { clusterIP = '', type, ports = [] } = service.spec;
  if (clusterIP === '' || clusterIP === 'None' || type === 'ExternalName') return [];
  return ports.map((port) => servicePort(service, clusterIP, port));
}

function servicePort(service: Service, clusterIP: string, port: ServicePort): ServicePortInfo {
  const { metadata, spec, status } = service;
  const { name: portName = '', protocol = 'TCP' } = port;
  const key = `${metadata.namespace}/${metadata.name}`;
  const { externalIPs = [], loadBalancerSourceRanges = [], healthCheckNodePort = 0 } = spec;
  const isOutside = spec.type === 'LoadBalancer' || spec.type === 'NodePort';
  const isExternal = isOutside || externalIPs.length > 0;
  const sticky = spec.sessionAffinityConfig?.clientIP?.timeoutSeconds ?? defaultStickySeconds;
  return {
    name: portName === '' ? key : `${key}:${portName}`,
    service: key,
    portName,
    protocol: protocol.toLowerCase() as Protocol,
    clusterIP,
    port: port.port,
    nodePort: port.nodePort ?? 0,
    externalIPs,
    loadBalancerVIPs: (status?.loadBalancer?.ingress ?? [])
      .filter(({ ipMode }) => ipMode !== 'Proxy')
      .flatMap(({ ip }) => (ip === undefined || ip === '' ? [] : [ip])),
    loadBalancerSourceRanges,
    stickySeconds: spec.sessionAffinity === 'ClientIP' ? sticky : 0,
    internalPolicyLocal: spec.internalTrafficPolicy === 'Local',
    externalPolicyLocal: isExternal && spec.externalTrafficPolicy === 'Local',
    healthCheckNodePort,
  };
}

export const isExternallyAccessible = (info: ServicePortInfo): boolean =>
  info.nodePort !== 0 || info.externalIPs.length > 0 || info.loadBalancerVIPs.length > 0;

/** Also with the local policy, for pods of this node that dial an outside address. */
export const usesClusterEndpoints = (info: ServicePortInfo): boolean =>
  !info.internalPolicyLocal || isExternallyAccessible(info);

export const usesLocalEndpoints = (info: ServicePortInfo): boolean =>
  info.internalPolicyLocal || (info.externalPolicyLocal && isExternallyAccessible(info));
