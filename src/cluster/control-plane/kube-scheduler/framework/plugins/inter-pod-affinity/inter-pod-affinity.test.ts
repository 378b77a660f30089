import { describe, expect, it } from 'vitest';
import type { PodSpec } from '#k8s.io/api/core/v1';
import { recordedPod } from '../../../testing/scheduler-bed.ts';
import { near, notHelpful, noVictims, told } from '../../../testing/told.fixture.ts';

describe('a pod that looks at its neighbours', () => {
  it('is told of an affinity that nothing meets', () => {
    const affinity = {
      podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [near('x')] },
    };
    expect(told({ affinity })).toBe(
      `0/1 nodes are available: 1 node(s) didn't match pod affinity rules. ${notHelpful}`,
    );
  });

  it('is told of anti-affinity, its own and that of a pod that is there', () => {
    const apart = (app: string): Partial<PodSpec> => ({
      affinity: {
        podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [near(app)] },
      },
    });
    const running = [recordedPod('old')];
    expect(told(apart('old'), { running })).toBe(
      `0/1 nodes are available: 1 node(s) didn't match pod anti-affinity rules. ${noVictims}`,
    );
    const jealous = [recordedPod('old', { spec: apart('new') })];
    expect(told({}, { running: jealous })).toBe(
      "0/1 nodes are available: 1 node(s) didn't satisfy existing pods anti-affinity rules. " +
        noVictims,
    );
  });
});
