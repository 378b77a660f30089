import { describe, expect, it } from 'vitest';
import { ApiFixture, messageOf } from '../../api.test.fixture.ts';
import { AdmissionBed } from '../admission-bed.fixture.ts';
import { signingRequest } from '../signing-request.fixture.ts';

describe('ClusterTrustBundleAttest', () => {
  const bed = new AdmissionBed();

  it('is on and has no bundles to judge, for their API is not served', () => {
    expect(bed.api.call('GET', path).code).toBe(404);
  });

  it('has nothing to do with requests for certificates, the other kind of its group', () => {
    expect(bed.send(signingRequest('alice', 'example.com/own')).code).toBe(201);
    const idle = 'inert: cluster trust bundles are not served';
    expect(bed.outcomes('ClusterTrustBundleAttest')).toEqual([idle, idle]);
  });

  it('where the feature gate is on, asks for the verb attest on the signer', () => {
    const api = new ApiFixture({ clusterTrustBundles: true, authorizationModes: ['AlwaysAllow'] });
    expect(api.create(path, bundle('own', 'example.com/own')).code).toBe(201);
    const others = new ApiFixture({
      clusterTrustBundles: true,
      authorizationModes: ['ABAC'],
      abacPolicies: [
        { group: 'system:masters', namespace: '*', apiGroup: '*', resource: '*' },
        { user: 'alice', apiGroup: '*', resource: 'clustertrustbundles' },
      ],
    });
    const refused = others.create(path, bundle('own', 'example.com/own'), { user: 'alice' });
    expect([refused.code, messageOf(refused)]).toEqual([
      403,
      'clustertrustbundles.certificates.k8s.io "own" is forbidden: user not permitted to attest ' +
        'for signerName "example.com/own"',
    ]);
    expect(others.create(path, bundle('none'), { user: 'alice' }).code).toBe(201);
    others.create(path, bundle('given', 'example.com/own'));
    const change = (metadata: object): number =>
      others.patch(`${path}/given`, 'merge-patch+json', { metadata }, { user: 'alice' }).code;
    expect(change({ labels: { a: 'b' } })).toBe(403);
    expect(change({ finalizers: ['example.com/f'] })).toBe(200);
  });
});

const path = '/apis/certificates.k8s.io/v1beta1/clustertrustbundles';
const bundle = (name: string, signerName?: string) => ({
  ...{ apiVersion: 'certificates.k8s.io/v1beta1', kind: 'ClusterTrustBundle', metadata: { name } },
  spec: { ...(signerName && { signerName }), trustBundle: '' },
});
