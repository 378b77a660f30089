import { describe, expect, it } from 'vitest';
import type { PodSpec } from '#k8s.io/api/core/v1';
import { asking, claiming, nodeWith, placed } from '../../../testing/placement.fixture.ts';

const one = [nodeWith('node-1')];

describe('DynamicResources', () => {
  it('has no claims to give up for a pod that fits nowhere, and says so before preemption', () => {
    expect(placed(one, asking({ cpu: '9' }))).toContain(
      'no new claims to deallocate, preemption: 0/1 nodes are available',
    );
  });

  it('finds no state where an earlier plugin gave up before any node was looked at', () => {
    expect(placed(one, claiming('nope'))).toBe(
      '0/1 nodes are available: persistentvolumeclaim "nope" not found. not found',
    );
  });

  it('says that it cannot allocate what a pod claims, and does not bind it', () => {
    const spec = { resourceClaims: [{ name: 'gpu', resourceClaimName: 'g' }] } as Partial<PodSpec>;
    expect(placed(one, spec)).toContain('resource claims cannot be allocated');
  });
});
