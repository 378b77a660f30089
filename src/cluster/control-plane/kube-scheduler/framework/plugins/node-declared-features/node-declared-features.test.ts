import { describe, expect, it } from 'vitest';
import type { PodSpec } from '#k8s.io/api/core/v1';
import { notHelpful, told } from '../../../testing/told.fixture.ts';

describe('a pod that needs features of a node', () => {
  it('is told that the node does not declare them', () => {
    const spec = {
      containers: [
        {
          name: 'app',
          image: 'nginx',
          restartPolicy: 'Never',
          restartPolicyRules: [{ action: 'RestartAllContainers' }],
        },
      ],
    } as Partial<PodSpec>;
    expect(told(spec)).toBe(
      `0/1 nodes are available: 1 node(s) didn't match Pod's required features. ${notHelpful}`,
    );
  });
});
