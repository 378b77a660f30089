import { describe, expect, it } from 'vitest';
import { ClusterBed } from '#cluster/cluster-bed.fixture';

describe('kubectl warns', () => {
  it('of names with dots, and of Endpoints', () => {
    const bed = new ClusterBed();
    expect(bed.kubectl('create deployment my.web --image=nginx').stderr).toContain(
      'Warning: metadata.name: this is used in Pod names and hostnames, which can result in ' +
        'surprising behavior; a DNS label is recommended: [must not contain dots]',
    );
    expect(bed.kubectl('get endpoints').stderr).toBe(
      'Warning: v1 Endpoints is deprecated in v1.33+; use discovery.k8s.io/v1 EndpointSlice\n',
    );
  });
});
