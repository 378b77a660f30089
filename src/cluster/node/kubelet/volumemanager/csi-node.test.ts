import { describe, expect, it } from 'vitest';
import { NodeBed } from '#cluster/node/node-bed.fixture';

const bed = new NodeBed();
bed.wait(5);

describe('the CSINode of a node', () => {
  it('belongs to it, has no drivers, and names the plugins that are drivers today', () => {
    const made = JSON.parse(bed.run('get csinode node-1 -o json'));
    const { uid } = JSON.parse(bed.run('get node node-1 -o json')).metadata;
    expect(made.metadata.ownerReferences).toEqual([
      { apiVersion: 'v1', kind: 'Node', name: 'node-1', uid },
    ]);
    expect(made.spec).toEqual({ drivers: [] });
    const plugins = made.metadata.annotations['storage.alpha.kubernetes.io/migrated-plugins'];
    expect(plugins.split(',')).toHaveLength(7);
  });

  it('is made once', () => {
    const made = bed.facts('TxnCommitted').filter(({ key }) => key.includes('/csinodes/'));
    expect(made.map(({ op, version }) => [op, version])).toEqual([['put', 1]]);
  });
});

describe('the range of Services', () => {
  it('is an object that is ready from the start', () => {
    const { spec, status } = JSON.parse(bed.run('get servicecidr kubernetes -o json'));
    expect(spec).toEqual({ cidrs: ['10.96.0.0/16'] });
    expect(status.conditions[0]).toMatchObject({
      type: 'Ready',
      status: 'True',
      message: 'Kubernetes default Service CIDR is ready',
    });
  });
});
