/** Source: kubernetes pkg/registry/core/node/strategy.go. A kubelet creates it with its status. */
import type { Node } from '#k8s.io/api/core/v1';
import { forbiddenField } from '#k8s.io/apimachinery/field-error';
import { statusStrategy } from '../common-strategies.ts';
import { defineStrategy, withStatus } from '../strategy.ts';

export const nodeStrategy = defineStrategy<Node>({
  prepareForUpdate: (node, old) => withStatus(node, old.status),
  validateUpdate: ({ spec }, { spec: old }) => {
    const fixed = old?.podCIDR !== undefined && spec?.podCIDR !== old.podCIDR;
    const detail = 'node updates may not change podCIDR except from "" to valid';
    return fixed ? [forbiddenField('spec.podCIDRs', detail)] : [];
  },
  status: statusStrategy<Node>(),
  fields: {
    'spec.unschedulable': (node) => String((node as Node).spec?.unschedulable ?? false),
  },
});
