import { describe, expect, it } from 'vitest';
import type { PodSpec } from '#k8s.io/api/core/v1';
import { failureMessage, notHelpful } from '../../../testing/failure-message.fixture.ts';
import { nodeWith, placed } from '../../../testing/placement.fixture.ts';

const declaring = (name: string, ...declaredFeatures: readonly string[]) =>
  nodeWith(name, { status: { declaredFeatures } });
const restartPolicyRules = [{ action: 'RestartAllContainers' as const }];
const needing = {
  containers: [{ name: 'app', image: 'nginx', restartPolicy: 'Never', restartPolicyRules }],
} as Partial<PodSpec>;

describe('NodeDeclaredFeatures', () => {
  it('keeps a pod off nodes that do not declare what it needs', () => {
    expect(placed([nodeWith('node-1'), declaring('node-2', 'Other')], needing)).toContain(
      "2 node(s) didn't match Pod's required features",
    );
  });

  it('puts it where the feature is declared', () => {
    const feature = 'RestartAllContainersOnContainerExits';
    expect(placed([nodeWith('node-1'), declaring('node-2', feature)], needing)).toBe('node-2');
  });

  it('asks nothing of nodes for a pod that needs no such feature', () => {
    expect(placed([nodeWith('node-1')], {})).toBe('node-1');
  });
});

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
    expect(failureMessage(spec)).toBe(
      `0/1 nodes are available: 1 node(s) didn't match Pod's required features. ${notHelpful}`,
    );
  });
});
