import { describe, expect, it } from 'vitest';
import { NodeBed } from '#cluster/node/node-bed.fixture';

describe('kubectl describe pod', () => {
  it('computes amounts of resources, and leaves an unset limit to the node', () => {
    const bed = new NodeBed();
    const field = (name: string, resource: string, divisor = '1'): object => ({
      name,
      valueFrom: { resourceFieldRef: { resource, divisor } },
    });
    bed.pod('told', {
      resources: { requests: { cpu: '250m' } },
      env: [field('LIMIT', 'limits.cpu'), field('ASKED', 'requests.cpu', '1m')],
    });
    const told = bed.run('describe pod told');
    expect(told).toMatch(/LIMIT: +node allocatable \(limits\.cpu\)/);
    expect(told).toMatch(/ASKED: +250 \(requests\.cpu\)/);
  });
});
