import { describe, expect, it } from 'vitest';
import { ClusterBed } from '#cluster/cluster-bed.fixture';

describe('kubectl refuses', () => {
  it('to set an image of no container', () => {
    const bed = new ClusterBed();
    bed.run('create deployment web --image=nginx');
    expect(bed.kubectl('set image deployment/web nope=nginx:2').stderr).toBe(
      'error: unable to find container named "nope"\n',
    );
  });
});
