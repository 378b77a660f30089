import { describe, expect, it } from 'vitest';
import { bedWithoutNetwork } from '../testing/no-network.fixture.ts';

describe('a runtime without a network configuration', () => {
  const bed = bedWithoutNetwork();
  const { runtime } = bed.containerd;

  it('is not ready for pods that need one', () => {
    expect(bed.done(runtime.status())).toEqual({
      runtimeReady: true,
      networkReady: false,
      message: 'Network plugin returns error: cni plugin not initialized',
    });
  });
});
