import { beforeAll, describe, expect, it } from 'vitest';
import { messageOf } from '../../api.test.fixture.ts';
import { AdmissionBed } from '../admission-bed.fixture.ts';
import { signingRequest } from '../signing-request.fixture.ts';

const apiGroups = ['certificates.k8s.io'];

describe('CertificateSigning', () => {
  let bed: AdmissionBed;
  const certificate = btoa('-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n');
  const write = (signer: string, patch: object) => {
    const request = signingRequest(signer.replace('/', '-').replaceAll('.', '-'), signer);
    bed.send(request);
    return bed.change(request, patch, { subresource: 'status', user: 'alice' });
  };

  beforeAll(() => {
    bed = new AdmissionBed();
    const resources = ['certificatesigningrequests/status'];
    bed.grant('csrs', { apiGroups, resources, verbs: ['*'] });
    const resourceNames = ['example.com/one'];
    bed.grant('signers', { apiGroups, resources: ['signers'], resourceNames, verbs: ['sign'] });
  });

  it('asks for the verb sign on the signer before a certificate is stored', () => {
    const refused = write('example.com/other', { status: { certificate } });
    expect([refused.code, messageOf(refused)]).toEqual([
      403,
      'certificatesigningrequests.certificates.k8s.io "example-com-other" is forbidden: user not ' +
        'permitted to sign requests with signerName "example.com/other"',
    ]);
  });

  it('lets the signer store it', () => {
    expect(write('example.com/one', { status: { certificate } }).code).toBe(200);
  });

  it('does not ask where the certificate stays as it was', () => {
    const labels = { metadata: { labels: { seen: 'yes' } } };
    expect(write('example.com/third', labels).code).toBe(200);
  });
});
