/**
 * Pods as Calico sees them: those with an address of the pod network, wherever they run, and the
 * sets of addresses that rules ask for.
 *
 * Models libcalico-go/lib/backend/k8s/conversion PodToWorkloadEndpoints. The address comes from
 * the annotation that Calico's CNI plugin writes, because the kubelet reports it only later.
 */
import type { IpSet } from '#cluster/node/os/netfilter';
import type { Namespace, Pod } from '#k8s.io/api/core/v1';
import { matchLabelSelector } from '#k8s.io/apimachinery/labels';
import type { NamedPortSet, PodSet } from './network-policies.ts';

export const podIPAnnotation = 'cni.projectcalico.org/podIP';

/** The pod's address; `undefined`: it is on the node's own network, has none yet, or has ended. */
export function workloadAddress({ metadata, spec, status }: Pod): string | undefined {
  if (spec.hostNetwork === true) return undefined;
  if (status?.phase === 'Succeeded' || status?.phase === 'Failed') return undefined;
  const annotated = metadata.annotations?.[podIPAnnotation]?.replace(/\/32$/, '');
  const ip = annotated ?? status?.podIP ?? '';
  return ip === '' ? undefined : ip;
}

/** Whether two versions of a pod are the same to Calico. */
export const isSameWorkload = (a: Pod, b: Pod): boolean =>
  workloadAddress(a) === workloadAddress(b) && labelText(a) === labelText(b);

const labelText = ({ metadata }: Pod): string => JSON.stringify(metadata.labels ?? {});

/** The members of a set now. */
export function membersOf(
  set: PodSet | NamedPortSet,
  pods: readonly Pod[],
  namespace: (name: string) => Namespace | undefined,
): IpSet {
  if (set.kind === 'named port') {
    return { type: 'hash:ip,port', members: sorted(pods.flatMap((pod) => portMembers(set, pod))) };
  }
  const members = pods.flatMap((pod) => {
    const ip = workloadAddress(pod);
    return ip !== undefined && isMember(set, pod, namespace) ? [ip] : [];
  });
  return { type: 'hash:net', members: sorted(members) };
}

function isMember(
  { namespace: where, pods }: PodSet,
  { metadata }: Pod,
  namespace: (name: string) => Namespace | undefined,
): boolean {
  if (typeof where === 'string') {
    if (metadata.namespace !== where) return false;
  } else {
    const place = namespace(metadata.namespace);
    if (place === undefined || !matchLabelSelector(where, place.metadata.labels)) return false;
  }
  return pods === undefined || matchLabelSelector(pods, metadata.labels);
}

function portMembers({ port: name, protocol }: NamedPortSet, pod: Pod): readonly string[] {
  const ip = workloadAddress(pod);
  if (ip === undefined) return [];
  return pod.spec.containers.flatMap(({ ports = [] }) =>
    ports
      .filter((one) => one.name === name && (one.protocol ?? 'TCP').toLowerCase() === protocol)
      .map(({ containerPort }) => `${ip},${protocol}:${containerPort}`),
  );
}

const sorted = (members: readonly string[]): readonly string[] => [...new Set(members)].sort();
