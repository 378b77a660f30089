import { describe, expect, it } from 'vitest';
import { ClusterBed } from '#cluster/cluster-bed.fixture';

describe('kubectl refuses', () => {
  it('to scale what is not as it was expected', () => {
    const bed = new ClusterBed();
    bed.run('create deployment web --image=nginx');
    expect(bed.kubectl('scale deployment web --current-replicas=5 --replicas=2').stderr).toBe(
      'error: Expected replicas to be 5, was 1\n',
    );
    expect(bed.kubectl('scale deployment web --resource-version=5 --replicas=2').stderr).toMatch(
      /^error: Expected resource version to be 5, was \d+\n$/,
    );
  });
});
