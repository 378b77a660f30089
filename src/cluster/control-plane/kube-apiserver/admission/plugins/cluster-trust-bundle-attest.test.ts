import { describe, expect, it } from 'vitest';
import { AdmissionBed } from '../admission-bed.fixture.ts';
import { signingRequest } from '../signing-request.fixture.ts';

describe('ClusterTrustBundleAttest', () => {
  const bed = new AdmissionBed();

  it('is on and has no bundles to judge, for their API is not served', () => {
    const path = '/apis/certificates.k8s.io/v1beta1/clustertrustbundles';
    expect(bed.api.call('GET', path).code).toBe(404);
  });

  it('has nothing to do with requests for certificates, the other kind of its group', () => {
    expect(bed.send(signingRequest('alice', 'example.com/own')).code).toBe(201);
    const idle = 'inert: cluster trust bundles are not served';
    expect(bed.outcomes('ClusterTrustBundleAttest')).toEqual([idle, idle]);
  });
});
