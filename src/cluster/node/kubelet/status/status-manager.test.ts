/** A Pod's status at the API server equals its kubelet's, even if others write it. */
import { describe, expect, it } from 'vitest';
import { NodeBed } from '#cluster/node/node-bed.fixture';

const conditionOf = (bed: NodeBed, pod: string, type: string): string | undefined =>
  bed.status(pod).conditions?.find((condition) => condition.type === type)?.status;

const writeCondition = (bed: NodeBed, pod: string, type: string, status: string): void => {
  const patch = JSON.stringify({ status: { conditions: [{ type, status }] } });
  expect(bed.run(`patch pod ${pod} --subresource=status -p '${patch}'`)).toContain('patched');
};

/** How often the kubelet wrote a status. */
const statusWrites = (bed: NodeBed): number =>
  bed
    .facts('RequestSent')
    .filter(({ component, method }) => component === 'node-1/kubelet' && method === 'PATCH')
    .filter(({ url }) => /\/pods\/.*\/status$/.test(url)).length;

describe('a pod', () => {
  it('is ready again after its node was cut off for a minute', () => {
    const bed = new NodeBed();
    bed.pod('web');
    bed.wait(10);
    bed.host('cut_node 1');
    bed.wait(60);
    expect(conditionOf(bed, 'web', 'Ready')).toBe('False');
    bed.host('mend_node 1');
    bed.wait(30);
    expect(conditionOf(bed, 'web', 'Ready')).toBe('True');
  });

  it('is as ready as its kubelet knows within ten seconds, whoever wrote otherwise', () => {
    const bed = new NodeBed();
    bed.pod('web');
    bed.wait(15);
    writeCondition(bed, 'web', 'Ready', 'False');
    expect(conditionOf(bed, 'web', 'Ready')).toBe('False');
    bed.wait(11);
    expect(conditionOf(bed, 'web', 'Ready')).toBe('True');
  });

  it('keeps conditions of others, and nothing is written because of them', () => {
    const bed = new NodeBed();
    bed.pod('web');
    bed.wait(15);
    const before = statusWrites(bed);
    writeCondition(bed, 'web', 'example.com/checked', 'True');
    bed.wait(25);
    expect(conditionOf(bed, 'web', 'example.com/checked')).toBe('True');
    expect(statusWrites(bed)).toBe(before);
  });
});

describe('a mirror pod', () => {
  it('gets its status back when somebody wrote another', () => {
    const bed = new NodeBed();
    const containers = [{ name: 'app', image: 'nginx' }];
    const manifest = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'web' } };
    bed.host(`put_manifest 1 ${JSON.stringify({ ...manifest, spec: { containers } })}`);
    bed.wait(30);
    writeCondition(bed, 'web-node-1', 'Ready', 'False');
    bed.wait(11);
    expect(conditionOf(bed, 'web-node-1', 'Ready')).toBe('True');
  });
});
