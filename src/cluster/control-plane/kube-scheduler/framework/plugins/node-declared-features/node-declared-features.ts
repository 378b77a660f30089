/**
 * Matches features a pod needs with those a node declares.
 *
 * Models kubernetes/pkg/scheduler/framework/plugins/nodedeclaredfeatures. Of v1.36's features only
 * RestartAllContainersOnContainerExits concerns a new pod; the others concern updates of running
 * pods.
 */
import type { Pod } from '#k8s.io/api/core/v1';
import type { Plugin } from '../../interface.ts';
import { skip, unresolvable } from '../../types/status.ts';

const rejected = unresolvable("node(s) didn't match Pod's required features");

const restartAll = 'RestartAllContainersOnContainerExits';

const featuresOf = ({ spec }: Pod): readonly string[] => {
  const containers = [...spec.containers, ...(spec.initContainers ?? [])];
  const restartsAll = containers.some(({ restartPolicyRules = [] }) =>
    restartPolicyRules.some(({ action }) => action === 'RestartAllContainers'),
  );
  return restartsAll ? [restartAll] : [];
};

export const nodeDeclaredFeatures: Plugin = {
  name: 'NodeDeclaredFeatures',
  events: [
    { resource: 'Node', actions: ['Add', 'UpdateNodeDeclaredFeature'] },
    { resource: 'Pod', actions: ['Update'] },
  ],
  preFilter: (_state, { pod }) => (featuresOf(pod).length === 0 ? { status: skip } : {}),
  filter(_state, { pod }, { node }) {
    const declared = node?.status?.declaredFeatures ?? [];
    return featuresOf(pod).every((feature) => declared.includes(feature)) ? undefined : rejected;
  },
};
