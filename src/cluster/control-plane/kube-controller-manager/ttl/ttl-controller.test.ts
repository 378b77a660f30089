import { describe, expect, it } from 'vitest';
import { second } from '#base/sim-time';
import { nodes } from '#k8s.io/client-go/rest/resource';
import { TestControlPlane } from '../control-plane.fixture.ts';
import { machine, nodeOf } from '../machines.fixture.ts';

const controller = 'ttl-controller';
const annotation = 'node.alpha.kubernetes.io/ttl';

const ttl = (test: TestControlPlane, name: string) =>
  nodeOf(test, name).metadata.annotations?.[annotation];

describe('how long a kubelet may keep secrets and config maps', () => {
  const test = new TestControlPlane();
  test.create(nodes, machine(test, 'node-1'), '');
  test.run(second);

  it('is nothing in a small cluster', () => {
    expect(ttl(test, 'node-1')).toBe('0');
  });

  it('is set back when somebody changes it or takes it away', () => {
    for (const value of ['600', null]) {
      test.patch(nodes, 'node-1', { metadata: { annotations: { [annotation]: value } } }, '', '');
      test.run(second);
      expect(ttl(test, 'node-1')).toBe('0');
    }
  });

  it('is not written again while it is right', () => {
    const writes = test.writesDuring(controller, () => {
      test.patch(nodes, 'node-1', { metadata: { labels: { a: 'b' } } }, '', '');
      test.run(30 * second);
    });
    expect(writes).toEqual([]);
  });

  it('is 15 s on every node from the 101st on, and until fewer than 90 are left', () => {
    const names = Array.from({ length: 100 }, (_, index) => `more-${index}`);
    for (const name of names) test.create(nodes, machine(test, name), '');
    test.run(30 * second);
    expect([ttl(test, 'node-1'), ttl(test, 'more-99')]).toEqual(['15', '15']);
    const drop = (count: number): void => {
      for (const name of names.splice(0, count)) test.do(() => test.client.delete(nodes, { name }));
      test.run(30 * second);
    };
    drop(11);
    expect(ttl(test, 'node-1')).toBe('15');
    drop(1);
    expect(ttl(test, 'node-1')).toBe('0');
  });
});
