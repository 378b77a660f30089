/**
 * A resize may ask for no more than its node has, and only a node of Linux can resize. Source:
 * kubernetes plugin/pkg/admission/podresize.
 */
import { err } from '#base/result';
import type { Node, Pod } from '#k8s.io/api/core/v1';
import { withCauses } from '#k8s.io/apimachinery/errors';
import { compareQuantities, milliValue, wholeValue } from '#k8s.io/apimachinery/quantity';
import { podRequests, type ResourceList } from '#k8s.io/component-helpers/resource/pod-requests';
import { wellKnown } from '../../registry/well-known.ts';
import {
  type AdmissionEnvironment,
  type AdmissionPlugin,
  admitted,
  denied,
  deny,
  handlesResource,
} from '../admission.ts';

/** Reads the Nodes of the watch cache; a pod without a node is not asked about one. */
export function podResizeValidator(environment: AdmissionEnvironment): AdmissionPlugin {
  const nodes = environment.cache(wellKnown.nodes);
  return {
    name: 'PodResizeValidator',
    enabled: true,
    handles: handlesResource(['UPDATE'], 'pods', '', 'resize'),
    *validate(attributes) {
      const pod = attributes.object as Pod;
      const { nodeName } = pod.spec;
      const changed = attributes.old?.metadata.generation !== pod.metadata.generation;
      if (nodeName === undefined || nodeName === '' || !changed) return admitted;
      const node = nodes.get(nodeName) as Node | undefined;
      if (node === undefined) return deny(attributes, `node "${nodeName}" not found`);
      const fault = faultOf(pod, node);
      if (fault === undefined) return admitted;
      const { reason, text } = fault;
      return err(withCauses(denied(attributes, text), [{ reason }]));
    },
  };
}

function faultOf(pod: Pod, node: Node): { reason: string; text: string } | undefined {
  const { name, labels } = node.metadata;
  const system = labels?.['kubernetes.io/os'] ?? 'linux';
  if (system !== 'linux') {
    const text = `pod resize is only supported on linux nodes, node "${name}" is "${system}"`;
    return { reason: 'UnsupportedPlatform', text };
  }
  const missing = beyond(podRequests(pod), node.status?.allocatable ?? {});
  if (missing.length === 0) return undefined;
  const text = `node didn't have enough allocatable resources: ${missing.join('; ')}`;
  return { reason: 'NodeCapacity', text };
}

/** Source: validateRequestsWithinAllocatable: cpu in thousandths, memory in bytes. */
function beyond(requests: ResourceList, allocatable: ResourceList): readonly string[] {
  return (['cpu', 'memory'] as const).flatMap((resource) => {
    const [asked = '0', there = '0'] = [requests[resource], allocatable[resource]];
    if (compareQuantities(asked, there) <= 0) return [];
    const amount = resource === 'cpu' ? milliValue : wholeValue;
    return [`${resource}, requested: ${amount(asked)}, allocatable: ${amount(there)}`];
  });
}
