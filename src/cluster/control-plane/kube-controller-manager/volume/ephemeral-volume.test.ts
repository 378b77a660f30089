import { describe, expect, it } from 'vitest';
import { second } from '#base/sim-time';
import type { PersistentVolumeClaim, Pod } from '#k8s.io/api/core/v1';
import { persistentVolumeClaims, pods, serviceAccounts } from '#k8s.io/client-go/rest/resource';
import { TestControlPlane } from '../control-plane.fixture.ts';
import { remove, template } from '../workloads.fixture.ts';

const spec = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } };

function podWithScratch(test: TestControlPlane): Pod {
  const volumeClaimTemplate = { metadata: { labels: { of: 'scratch' } }, spec };
  const volumes = [{ name: 'scratch', ephemeral: { volumeClaimTemplate } }];
  return test.create(pods, {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'user' },
    spec: { ...template('busybox').spec, volumes },
  });
}

const claims = (test: TestControlPlane) =>
  test.list<PersistentVolumeClaim>(persistentVolumeClaims, 'default');
const accounts = (test: TestControlPlane) =>
  test.list(serviceAccounts, 'kube-system').map(({ metadata }) => metadata.name);

describe('an ephemeral volume', () => {
  it('gets a claim of its own, which belongs to the pod', () => {
    const test = new TestControlPlane();
    expect(accounts(test)).not.toContain('ephemeral-volume-controller');
    const user = podWithScratch(test);
    test.run(second);
    expect(accounts(test)).toContain('ephemeral-volume-controller');
    expect(claims(test)).toMatchObject([
      {
        metadata: {
          name: 'user-scratch',
          labels: { of: 'scratch' },
          ownerReferences: [
            { kind: 'Pod', uid: user.metadata.uid, controller: true, blockOwnerDeletion: true },
          ],
        },
        spec,
      },
    ]);
    remove(test, user);
    test.run(5 * second);
    expect(claims(test)).toEqual([]);
  });

  it('does not take the claim of somebody else', () => {
    const test = new TestControlPlane();
    const kind = { apiVersion: 'v1', kind: 'PersistentVolumeClaim' };
    test.create(persistentVolumeClaims, { ...kind, metadata: { name: 'user-scratch' }, spec });
    podWithScratch(test);
    test.run(second);
    expect(claims(test)[0]?.metadata.ownerReferences).toBeUndefined();
    expect(JSON.stringify(test.tracer.facts)).toContain(
      'PVC default/user-scratch was not created for pod default/user (pod is not owner)',
    );
  });
});
