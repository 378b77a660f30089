import { describe, expect, it } from 'vitest';
import { NodeBed } from '#cluster/node/node-bed.fixture';

describe('kubectl set env', () => {
  it('lists where a value comes from', () => {
    const bed = new NodeBed();
    const resourceFieldRef = { resource: 'requests.cpu', divisor: '1m' };
    bed.pod('told', { env: [{ name: 'ASKED', valueFrom: { resourceFieldRef } }] });
    const listed = bed.run('set env pod/told --list');
    expect(listed).toContain('# ASKED from resource field requests.cpu\n');
  });
});
