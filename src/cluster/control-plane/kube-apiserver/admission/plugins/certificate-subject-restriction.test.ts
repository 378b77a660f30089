import { describe, expect, it } from 'vitest';
import { subjectOf } from '#k8s.io/component-helpers/certificate-request';
import { messageOf } from '../../api.test.fixture.ts';
import { AdmissionBed } from '../admission-bed.fixture.ts';
import { devRequest, mastersRequest, signingRequest } from '../signing-request.fixture.ts';

const client = 'kubernetes.io/kube-apiserver-client';

describe('CertificateSubjectRestriction', () => {
  const bed = new AdmissionBed();

  it('lets nobody ask for a client certificate of system:masters', () => {
    const refused = bed.send(signingRequest('eve', client, mastersRequest));
    expect(refused.code).toBe(403);
    expect(messageOf(refused)).toBe(
      'certificatesigningrequests.certificates.k8s.io "eve" is forbidden: use of ' +
        'kubernetes.io/kube-apiserver-client signer with system:masters group is not allowed',
    );
    expect(bed.send(signingRequest('alice', client, devRequest)).code).toBe(201);
    expect(bed.send(signingRequest('own', 'example.com/own', mastersRequest)).code).toBe(201);
  });

  it('reads the subject of a request', () => {
    expect(subjectOf(devRequest)).toEqual({ commonName: 'alice', organizations: ['dev'] });
    expect(subjectOf('bm90IGEgcmVxdWVzdA==')).toBeUndefined();
  });

  it('looks at new requests only', () => {
    bed.change(signingRequest('own', 'example.com/own'), { metadata: { labels: { a: 'b' } } });
    expect(bed.outcomes('CertificateSubjectRestriction')[1]).toBe('inert: does not handle this');
  });
});
