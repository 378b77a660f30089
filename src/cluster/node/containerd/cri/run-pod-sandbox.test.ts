import { describe, expect, it } from 'vitest';
import { bedWithoutNetwork } from '../testing/no-network.fixture.ts';
import { sandboxConfig } from '../testing/runtime-bed.fixture.ts';

describe('a runtime without a network configuration', () => {
  const bed = bedWithoutNetwork();
  const { runtime } = bed.containerd;

  it('makes no sandbox', () => {
    const made = bed.call(runtime.runPodSandbox(sandboxConfig('web'), ''));
    expect(made.ok ? '' : made.error.message).toMatch(
      /^failed to setup network for sandbox "[0-9a-f]{64}": cni config not initialized$/,
    );
  });
});
