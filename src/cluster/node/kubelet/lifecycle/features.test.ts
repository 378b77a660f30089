import { describe, expect, it } from 'vitest';
import { NodeBed } from '#cluster/node/node-bed.fixture';

describe('a node that lacks something', () => {
  const kubelet = { featureGates: { RestartAllContainersOnContainerExits: false } };
  const bed = new NodeBed({ kubelet, appArmor: false });
  const profile = { securityContext: { appArmorProfile: { type: 'RuntimeDefault' } } };
  const restartAll = {
    restartPolicy: 'Never',
    restartPolicyRules: [
      { action: 'RestartAllContainers', exitCodes: { operator: 'In', values: [1] } },
    ],
  };
  bed.pod('apparmor', profile);
  bed.pod('feature', restartAll);
  bed.wait(4);

  it('refuses pods that need AppArmor or a feature that is off', () => {
    expect(bed.status('apparmor')).toMatchObject({
      reason: 'AppArmor',
      message: 'Pod was rejected: Cannot enforce AppArmor: AppArmor is not enabled on the host',
    });
    expect(bed.events('PodFeatureUnsupported')).toEqual([
      'Pod requires node features that are not available: RestartAllContainersOnContainerExits',
    ]);
  });
});
