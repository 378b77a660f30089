/**
 * Admission by what the machine and this kubelet can do.
 *
 * Models the AppArmor handler of kubernetes/pkg/kubelet/lifecycle/handlers.go and the declared
 * features of pkg/kubelet/lifecycle. Out: a refusal, or nothing.
 */
import type { NodeConfig } from '#cluster/config/cluster-config';
import type { Pod } from '#k8s.io/api/core/v1';

const restartAll = 'RestartAllContainersOnContainerExits';

/** Features that this node declares in its status beyond those of every v1.36 node. */
export const declaresRestartAll = ({ kubelet }: NodeConfig): boolean =>
  kubelet?.featureGates?.[restartAll] ?? true;

export interface FeatureRefusal {
  readonly reason: 'AppArmor' | 'PodFeatureUnsupported';
  readonly message: string;
}

export function refusedFeature(pod: Pod, node: NodeConfig): FeatureRefusal | undefined {
  if (node.appArmor === false && wantsAppArmor(pod)) {
    const message = 'Cannot enforce AppArmor: AppArmor is not enabled on the host';
    return { reason: 'AppArmor', message };
  }
  if (declaresRestartAll(node) || !wantsRestartAll(pod)) return undefined;
  const message = `Pod requires node features that are not available: ${restartAll}`;
  return { reason: 'PodFeatureUnsupported', message };
}

function wantsAppArmor({ spec }: Pod): boolean {
  const all = [...(spec.initContainers ?? []), ...spec.containers];
  const profiles = [spec, ...all].map(({ securityContext }) => securityContext?.appArmorProfile);
  return profiles.some((profile) => profile !== undefined && profile.type !== 'Unconfined');
}

const wantsRestartAll = ({ spec }: Pod): boolean =>
  [...(spec.initContainers ?? []), ...spec.containers].some(({ restartPolicyRules = [] }) =>
    restartPolicyRules.some(({ action }) => action === 'RestartAllContainers'),
  );
