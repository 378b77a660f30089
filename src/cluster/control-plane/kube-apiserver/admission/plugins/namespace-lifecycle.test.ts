import { beforeAll, describe, expect, it } from 'vitest';
import { ms } from '#base/sim-time';
import type { Status } from '#k8s.io/apimachinery/meta/v1';
import { messageOf } from '../../api.test.fixture.ts';
import { AdmissionBed, podOf } from '../admission-bed.fixture.ts';

const namespace = (name: string) => ({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } });

describe('NamespaceLifecycle', () => {
  let bed: AdmissionBed;

  beforeAll(() => {
    bed = new AdmissionBed();
    bed.namespace('ending');
    bed.send(podOf('old', {}, { namespace: 'ending' }));
    bed.delete(namespace('ending'));
  });

  it('lets nothing new into a namespace that ends', () => {
    const refused = bed.send(podOf('x', {}, { namespace: 'ending' }));
    expect([refused.code, messageOf(refused)]).toEqual([
      403,
      'pods "x" is forbidden: unable to create new content in namespace ending because it is ' +
        'being terminated',
    ]);
    expect((refused.body as Status).details?.causes).toEqual([
      {
        reason: 'NamespaceTerminating',
        message: 'namespace ending is being terminated',
        field: 'metadata.namespace',
      },
    ]);
  });

  it('lets what is in it change and go, or it would never end', () => {
    const old = podOf('old', {}, { namespace: 'ending' });
    expect(bed.change(old, { metadata: { labels: { a: 'b' } } }).code).toBe(200);
    expect(bed.delete(old).code).toBe(200);
  });

  it('keeps the namespaces that a cluster cannot do without', () => {
    for (const name of ['default', 'kube-system', 'kube-public']) {
      const refused = bed.delete(namespace(name));
      expect([refused.code, messageOf(refused)]).toEqual([
        403,
        `namespaces "${name}" is forbidden: this namespace may not be deleted`,
      ]);
    }
    expect(bed.delete(namespace('kube-node-lease')).code).toBe(200);
  });

  it('waits 50 ms for a namespace that its cache does not show before it says that it is missing', () => {
    const before = bed.api.sim.now;
    const refused = bed.send(podOf('x', {}, { namespace: 'nope' }));
    expect([refused.code, messageOf(refused)]).toEqual([404, 'namespaces "nope" not found']);
    expect(bed.api.sim.now - before).toBeGreaterThanOrEqual(ms(50));
  });
});
