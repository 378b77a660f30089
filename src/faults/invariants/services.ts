/** Services: what stands behind them, in the store and on the machines. */
import type { Pod, Service } from '#k8s.io/api/core/v1';
import type { EndpointSlice } from '#k8s.io/api/discovery/v1';
import type { Breach, Evidence } from '../evidence.ts';
import { isReady } from './ready.ts';

/**
 * After healing the slices of a Service have the addresses of its ready Pods and no others, and no
 * machine sends packets to an address that no Pod has.
 */
export function servicesLeadToReadyPods({ history, nodes }: Evidence): Breach | undefined {
  const pods = history.objects<Pod>('/registry/pods/');
  const slices = history.objects<EndpointSlice>('/registry/endpointslices/');
  for (const service of history.objects<Service>('/registry/services/specs/')) {
    const { metadata, spec } = service;
    if (spec.selector === undefined) continue;
    const chosen = pods.filter((pod) => isSelected(pod, service) && isReady(pod));
    const wanted = chosen.map(({ status }) => status?.podIP ?? '').sort();
    const there = slices
      .filter(
        ({ metadata: { namespace, labels } }) =>
          namespace === metadata.namespace &&
          labels?.['kubernetes.io/service-name'] === metadata.name,
      )
      .flatMap(({ endpoints = [] }) => endpoints ?? [])
      .flatMap(({ addresses, conditions }) => (conditions?.ready === false ? [] : addresses))
      .sort();
    if (wanted.join() === there.join()) continue;
    const name = `${metadata.namespace}/${metadata.name}`;
    return { fact: 0, message: `${name} has [${there}], its ready Pods have [${wanted}]` };
  }
  const addresses = new Set(pods.map(({ status }) => status?.podIP));
  for (const { node, nat } of nodes) {
    for (const rule of nat) {
      const to = /-A KUBE-SEP-.* --to-destination (10\.244\.[\d.]+)/.exec(rule)?.[1];
      if (to !== undefined && !addresses.has(to)) {
        return { fact: 0, message: `${node} sends packets to ${to}, which no Pod has` };
      }
    }
  }
  return undefined;
}

function isSelected({ metadata, status }: Pod, { metadata: own, spec }: Service): boolean {
  if (metadata.namespace !== own.namespace || metadata.deletionTimestamp !== undefined)
    return false;
  if (status?.phase === 'Succeeded' || status?.phase === 'Failed') return false;
  return Object.entries(spec.selector ?? {}).every(
    ([label, value]) => metadata.labels?.[label] === value,
  );
}
