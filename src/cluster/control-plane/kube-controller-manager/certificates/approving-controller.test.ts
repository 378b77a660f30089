import { describe, expect, it } from 'vitest';
import { CertificateBed, client, requestFor } from './certificate-requests.fixture.ts';

const bed = new CertificateBed();
const ofNode = requestFor('system:node:node-9', 'system:nodes');
const usages = 'client auth, digital signature';

describe('a CertificateSigningRequest', () => {
  it('waits for a person when it is not of a kubelet', () => {
    bed.ask('jane', client, 'client auth', requestFor('jane', 'dev'));
    bed.pass(60);
    expect(bed.stateOf('jane')).toBe('Pending');
  });

  it('of a kubelet is approved by the controller when the asker may make it', () => {
    bed.ask('node', `${client}-kubelet`, usages, ofNode);
    expect(bed.stateOf('node')).toBe('Approved,Issued');
    expect(bed.field('node', '.status.conditions[0].message')).toBe(
      'Auto approving kubelet client certificate after SubjectAccessReview.',
    );
  });

  it('of a signer for kubelets whose subject is no node waits for a person, too', () => {
    bed.ask('odd', `${client}-kubelet`, usages, requestFor('jane', 'system:nodes'));
    bed.pass(60);
    expect(bed.stateOf('odd')).toBe('Pending');
  });
});
