import { describe, expect, it } from 'vitest';
import { ClusterBed } from '#cluster/cluster-bed.fixture';

describe('kubectl refuses', () => {
  it('to run a pod without a name', () => {
    expect(new ClusterBed().kubectl('run --image=nginx')).toEqual({
      exitCode: 1,
      stdout: '',
      stderr: `error: NAME is required for run
See 'kubectl run -h' for help and examples
`,
    });
  });
});
