import { beforeAll, describe, expect, it } from 'vitest';
import { messageOf } from '../../api.test.fixture.ts';
import { AdmissionBed } from '../admission-bed.fixture.ts';
import { signingRequest } from '../signing-request.fixture.ts';

const csrs = { apiGroups: ['certificates.k8s.io'], verbs: ['*'] };
const approved = {
  status: { conditions: [{ type: 'Approved', status: 'True', reason: 'Fine', message: '' }] },
};

describe('CertificateApproval', () => {
  let bed: AdmissionBed;
  const approve = (name: string, signer: string) => {
    const request = signingRequest(name, signer);
    bed.send(request);
    return bed.change(request, approved, { subresource: 'approval', user: 'alice' });
  };

  beforeAll(() => {
    bed = new AdmissionBed();
    bed.grant('csrs', { ...csrs, resources: ['certificatesigningrequests/approval'] });
    const signers = { apiGroups: ['certificates.k8s.io'], resources: ['signers'] };
    const resourceNames = ['example.com/one', 'whole.example/*'];
    bed.grant('signers', { ...signers, resourceNames, verbs: ['approve'] });
  });

  it('asks for the verb approve on the signer, beside the right to write the approval', () => {
    const refused = approve('other', 'example.com/other');
    expect([refused.code, messageOf(refused)]).toEqual([
      403,
      'certificatesigningrequests.certificates.k8s.io "other" is forbidden: user not permitted ' +
        'to approve requests with signerName "example.com/other"',
    ]);
  });

  it('lets whoever may approve for the signer approve, by its name or by its domain', () => {
    expect(approve('one', 'example.com/one').code).toBe(200);
    expect(approve('two', 'whole.example/two').code).toBe(200);
  });

  it('has no say where only the status is written', () => {
    bed.change(signingRequest('other', 'example.com/other'), {}, { subresource: 'status' });
    expect(bed.outcomes('CertificateApproval')[1]).toBe('inert: does not handle this');
  });
});
