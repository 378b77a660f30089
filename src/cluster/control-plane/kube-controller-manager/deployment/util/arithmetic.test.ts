import { describe, expect, it } from 'vitest';
import type { Deployment } from '#k8s.io/api/apps/v1';
import { maxSurge, maxUnavailable } from './arithmetic.ts';

const sized = (replicas: number, rollingUpdate: object) =>
  ({ spec: { replicas, strategy: { type: 'RollingUpdate', rollingUpdate } } }) as Deployment;

describe('how far a rollout may go from the size of its Deployment', () => {
  const quarter = { maxSurge: '25%', maxUnavailable: '25%' };

  it.each([
    [1, 1, 0],
    [2, 1, 0],
    [3, 1, 0],
    [4, 1, 1],
    [5, 2, 1],
    [10, 3, 2],
  ])('is for %i pods %i more, rounded up, and %i fewer, rounded down', (replicas, more, fewer) => {
    expect(maxSurge(sized(replicas, quarter))).toBe(more);
    expect(maxUnavailable(sized(replicas, quarter))).toBe(fewer);
  });

  it('is one fewer where both come to nothing: the rollout could not move', () => {
    const none = { maxSurge: 0, maxUnavailable: '10%' };
    expect(maxSurge(sized(3, none))).toBe(0);
    expect(maxUnavailable(sized(3, none))).toBe(1);
  });

  it('is never fewer than there are', () => {
    expect(maxUnavailable(sized(2, { maxSurge: 0, maxUnavailable: 5 }))).toBe(2);
    expect(maxUnavailable(sized(0, quarter))).toBe(0);
  });
});
