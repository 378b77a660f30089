/**
 * What Calico makes of a NetworkPolicy: rules of one protocol with sets of addresses.
 *
 * Models libcalico-go/lib/backend/k8s/conversion K8sNetworkPolicyToCalico and k8sRuleToCalico. In:
 * a NetworkPolicy. Out: the policy as Felix renders it; a set of addresses is described by what
 * selects its members.
 */

import type { PortRange, Protocol } from '#cluster/node/os/netfilter';
import type {
  NetworkPolicy,
  NetworkPolicyPeer,
  NetworkPolicyPort,
} from '#k8s.io/api/networking/v1';
import { formatLabelSelector } from '#k8s.io/apimachinery/labels';
import type { LabelSelector } from '#k8s.io/apimachinery/meta/v1';
import { ipSetName } from './names.ts';

/** The pods whose addresses are in a set. */
export interface PodSet {
  readonly name: string;
  readonly kind: 'selector';
  /** The namespace of the pods, or which namespaces. */
  readonly namespace: string | LabelSelector;
  /** Absent: every pod there. */
  readonly pods?: LabelSelector;
}

/** The addresses and port numbers of the pods that have a port of this name. */
export interface NamedPortSet {
  readonly name: string;
  readonly kind: 'named port';
  readonly port: string;
  readonly protocol: Protocol;
}

export interface CalicoRule {
  /** Absent: all. */
  readonly protocol?: Protocol;
  readonly peers?: PodSet;
  readonly net?: string;
  readonly notNets: readonly string[];
  readonly ports: readonly PortRange[];
  readonly namedPorts: readonly NamedPortSet[];
}

export interface CalicoPolicy {
  /** `default/knp.default.deny-all` */
  readonly name: string;
  readonly namespace: string;
  readonly selector: LabelSelector;
  /** Absent: the policy does not govern this direction. */
  readonly ingress?: readonly CalicoRule[];
  readonly egress?: readonly CalicoRule[];
}

export function calicoPolicy({ metadata, spec }: NetworkPolicy): CalicoPolicy {
  const { namespace, name } = metadata;
  const types = spec.policyTypes ?? ['Ingress'];
  const { ingress = [], egress = [] } = spec;
  return {
    name: `${namespace}/knp.default.${name}`,
    namespace,
    selector: spec.podSelector ?? {},
    ...(types.includes('Ingress') && {
      ingress: ingress.flatMap(({ from, ports }) => rulesOf(from, ports, namespace)),
    }),
    ...(types.includes('Egress') && {
      egress: egress.flatMap(({ to, ports }) => rulesOf(to, ports, namespace)),
    }),
  };
}

/** One rule for each protocol and peer. */
function rulesOf(
  peers: readonly NetworkPolicyPeer[] | undefined,
  ports: readonly NetworkPolicyPort[] | undefined,
  namespace: string,
): readonly CalicoRule[] {
  const whom = peers === undefined || peers.length === 0 ? [undefined] : peers;
  if (ports === undefined || ports.length === 0) {
    return whom.map((peer) => ({ ...peerOf(peer, namespace), ports: [], namedPorts: [] }));
  }
  const protocols = new Set(ports.map(({ protocol = 'TCP' }) => protocol));
  return [...protocols].flatMap((name) => {
    const protocol = name.toLowerCase() as Protocol;
    const matched = portsOf(
      protocol,
      ports.filter((port) => (port.protocol ?? 'TCP') === name),
    );
    return whom.map((peer) => ({ protocol, ...peerOf(peer, namespace), ...matched }));
  });
}

function peerOf(
  peer: NetworkPolicyPeer | undefined,
  namespace: string,
): Pick<CalicoRule, 'peers' | 'net' | 'notNets'> {
  if (peer === undefined) return { notNets: [] };
  const { ipBlock, podSelector, namespaceSelector } = peer;
  if (ipBlock !== undefined) return { net: ipBlock.cidr, notNets: ipBlock.except ?? [] };
  const where = namespaceSelector ?? namespace;
  const place = typeof where === 'string' ? where : `(${formatLabelSelector(where)})`;
  const who = podSelector === undefined ? '' : formatLabelSelector(podSelector);
  const peers: PodSet = {
    name: ipSetName('s', `${place} ${who}`),
    kind: 'selector',
    namespace: where,
    ...(podSelector !== undefined && { pods: podSelector }),
  };
  return { peers, notNets: [] };
}

/** An entry without a port means every port of its protocol. */
function portsOf(
  protocol: Protocol,
  entries: readonly NetworkPolicyPort[],
): Pick<CalicoRule, 'ports' | 'namedPorts'> {
  if (entries.some(({ port }) => port === undefined)) return { ports: [], namedPorts: [] };
  const ranges: [number, number][] = [];
  const namedPorts: NamedPortSet[] = [];
  for (const { port, endPort } of entries) {
    if (typeof port === 'number') ranges.push([port, endPort ?? port]);
    else if (port !== undefined) {
      const name = ipSetName('n', `${protocol} ${port}`);
      namedPorts.push({ name, kind: 'named port', port, protocol });
    }
  }
  return { ports: simplifyPorts(ranges), namedPorts };
}

/** The fewest ranges for the same ports, sorted. Source: conversion.SimplifyPorts. */
function simplifyPorts(ranges: readonly (readonly [number, number])[]): readonly PortRange[] {
  const merged: [number, number][] = [];
  for (const [first, last] of [...ranges].sort(([a], [b]) => a - b)) {
    const before = merged.at(-1);
    if (before !== undefined && first <= before[1] + 1) before[1] = Math.max(before[1], last);
    else merged.push([first, last]);
  }
  return merged.map(([first, last]) => (first === last ? first : [first, last]));
}
