import { describe, expect, it } from 'vitest';
import { recordedPod } from '../../../testing/scheduler-bed.ts';
import { noVictims, told } from '../../../testing/told.fixture.ts';

describe('a pod that asks for a port of its node', () => {
  it('is told when another pod has it', () => {
    const ports = [{ containerPort: 80, hostPort: 80, protocol: 'TCP' as const }];
    const spec = { containers: [{ name: 'app', image: 'nginx', ports }] };
    expect(told(spec, { running: [recordedPod('old', { spec })] })).toBe(
      "0/1 nodes are available: 1 node(s) didn't have free ports for the requested pod ports. " +
        noVictims,
    );
  });
});
