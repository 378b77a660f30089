import { describe, expect, it } from 'vitest';
import { countsAreComplete, countsOf, isComplete } from './completion.ts';

const counts = { replicas: 3, updatedReplicas: 3, availableReplicas: 3 };

describe('an object is complete', () => {
  it('when as many Pods are there, of its newest version and available, as it wants', () => {
    const status = { ...counts, observedGeneration: 2 };
    expect(isComplete({ metadata: { generation: 2 }, spec: { replicas: 3 }, status })).toBe(true);
  });

  it('not in the middle of a rollout, when enough Pods are available but some are old', () => {
    const status = { ...counts, replicas: 4, updatedReplicas: 2 };
    expect(countsAreComplete(countsOf({ spec: { replicas: 3 }, status }))).toBe(false);
  });

  it('not while its status speaks of an earlier spec', () => {
    const status = { ...counts, observedGeneration: 1 };
    expect(isComplete({ metadata: { generation: 2 }, spec: { replicas: 3 }, status })).toBe(false);
  });

  it('as a DaemonSet, when every chosen node has an available Pod of the newest version', () => {
    const status = {
      observedGeneration: 1,
      desiredNumberScheduled: 2,
      currentNumberScheduled: 2,
      updatedNumberScheduled: 2,
    };
    const metadata = { generation: 1 };
    expect(isComplete({ metadata, status: { ...status, numberAvailable: 2 } })).toBe(true);
    expect(isComplete({ metadata, status: { ...status, numberAvailable: 1 } })).toBe(false);
    expect(isComplete({ metadata })).toBe(false);
  });
});
