import { describe, expect, it } from 'vitest';
import { recordedPod } from '../../../testing/scheduler-bed.ts';
import { notHelpful, noVictims, told } from '../../../testing/told.fixture.ts';

describe('a pod that is to be spread', () => {
  it('is told of a label that the node lacks', () => {
    const spread = {
      maxSkew: 1,
      topologyKey: 'zone',
      whenUnsatisfiable: 'DoNotSchedule',
      labelSelector: { matchLabels: { app: 'new' } },
    } as const;
    expect(told({ topologySpreadConstraints: [spread] })).toBe(
      "0/1 nodes are available: 1 node(s) didn't match pod topology spread constraints " +
        `(missing required label). ${notHelpful}`,
    );
  });

  it('is told of a skew that would be too large', () => {
    const spread = {
      maxSkew: 1,
      topologyKey: 'kubernetes.io/hostname',
      whenUnsatisfiable: 'DoNotSchedule',
      minDomains: 2,
      labelSelector: { matchLabels: { app: 'new' } },
    } as const;
    const fellow = {
      ...recordedPod('old'),
      metadata: recordedPod('old', { owner: 'new' }).metadata,
    };
    expect(told({ topologySpreadConstraints: [spread] }, { running: [fellow] })).toBe(
      "0/1 nodes are available: 1 node(s) didn't match pod topology spread constraints. " +
        noVictims,
    );
  });
});
