import { describe, expect, it } from 'vitest';
import { second } from '#base/sim-time';
import { ClusterBed } from '#cluster/cluster-bed.fixture';
import { nodes } from '#k8s.io/client-go/rest/resource';
import { clusterOf } from '#scenarios/clusters';
import { TestControlPlane } from '../control-plane.fixture.ts';
import { machine, nodeOf } from '../machines.fixture.ts';
import { eventsOf } from '../workloads.fixture.ts';

const controller = 'node-ipam-controller';

function add(test: TestControlPlane, name: string, spec: object = {}): void {
  test.create(nodes, machine(test, name, spec), '');
  test.run(second);
}

const range = (test: TestControlPlane, name: string) => nodeOf(test, name).spec.podCIDR;

describe('the range of pod addresses of a node', () => {
  const test = new TestControlPlane();
  for (const name of ['node-1', 'node-2', 'node-3']) add(test, name);

  it('is the next /24 of the cluster', () => {
    const ranges = ['node-1', 'node-2', 'node-3'].map((name) => range(test, name));
    expect(ranges).toEqual(['10.244.0.0/24', '10.244.1.0/24', '10.244.2.0/24']);
    expect(nodeOf(test, 'node-2').spec.podCIDRs).toEqual(['10.244.1.0/24']);
  });

  it('is written in one patch, and then no more', () => {
    const writes = test.writesDuring(controller, () => {
      add(test, 'node-4');
      test.patch(nodes, 'node-4', { metadata: { labels: { a: 'b' } } }, '', '');
      test.run(30 * second);
    });
    expect(writes).toEqual(['PATCH /api/v1/nodes/node-4 200']);
  });

  it('is the one that the node came with, which nobody else gets', () => {
    add(test, 'own', { podCIDR: '10.244.4.0/24', podCIDRs: ['10.244.4.0/24'] });
    add(test, 'next');
    expect(range(test, 'own')).toBe('10.244.4.0/24');
    expect(range(test, 'next')).toBe('10.244.5.0/24');
  });

  it('is missing where all 256 are given away, until a node goes and the other asks again', () => {
    const bare = (name: string) => ({ apiVersion: 'v1', kind: 'Node', metadata: { name } });
    for (let n = test.list(nodes, '').length; n < 256; n++) {
      test.create(nodes, bare(`bare-${n}`), '');
    }
    test.run(20 * second);
    add(test, 'too-many');
    expect(range(test, 'too-many')).toBeUndefined();
    expect(eventsOf(test, 'Node')).toContain(
      'CIDRNotAvailable: Node too-many status is now: CIDRNotAvailable',
    );
    const freed = range(test, 'bare-100');
    test.do(() => test.client.delete(nodes, { name: 'bare-100' }));
    test.patch(nodes, 'too-many', { metadata: { labels: { a: 'b' } } }, '', '');
    test.run(second);
    expect(range(test, 'too-many')).toBe(freed);
  });
});

describe('the controllers of nodes', () => {
  const bed = new ClusterBed({ ...clusterOf(1), podCIDR: '10.244.0.0/23' });
  const bare = (name: string) => ({ apiVersion: 'v1', kind: 'Node', metadata: { name } });

  it('say that a node gets no pod range: refused, or none left', () => {
    const mine = '!has(object.spec.podCIDR) || has(oldObject.spec.podCIDR)';
    bed.forbid('no-range', ['', 'nodes', 'UPDATE'], mine);
    bed.create(bare('ghost'));
    bed.wait(3);
    expect(bed.messages()).toContain(
      'CIDRAssignmentFailed: Node ghost status is now: CIDRAssignmentFailed\n',
    );
    bed.allow('no-range');
    bed.wait(20);
    bed.create(bare('late'));
    bed.wait(3);
    expect(bed.messages()).toContain(
      'CIDRNotAvailable: Node late status is now: CIDRNotAvailable\n',
    );
  });
});
