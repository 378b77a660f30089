/**
 * Keeps pods off a node that has not reported yet.
 * Source: kubernetes plugin/pkg/admission/nodetaint/admission.go.
 */
import type { Node } from '#k8s.io/api/core/v1';
import { type AdmissionPlugin, changed, handlesResource, unchanged } from '../admission.ts';

const taint = { key: 'node.kubernetes.io/not-ready', effect: 'NoSchedule' as const };

export const taintNodesByCondition: AdmissionPlugin = {
  name: 'TaintNodesByCondition',
  enabled: true,
  handles: handlesResource(['CREATE'], 'nodes'),
  *admit({ object }) {
    const node = object as Node;
    const taints = node.spec?.taints ?? [];
    if (taints.some(({ key, effect }) => key === taint.key && effect === taint.effect)) {
      return unchanged(node);
    }
    const spec = { ...node.spec, taints: [...taints, taint] };
    return changed({ ...node, spec }, `taint ${taint.key}:${taint.effect}`);
  },
};
