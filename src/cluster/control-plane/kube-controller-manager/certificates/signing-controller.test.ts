import { describe, expect, it } from 'vitest';
import { textOfBase64 } from '#base/base64';
import { CertificateBed, client, requestFor } from './certificate-requests.fixture.ts';

const bed = new CertificateBed();

describe('a CertificateSigningRequest', () => {
  it('waits for a person, who approves it, and is then given a certificate', () => {
    bed.ask('jane', client, 'client auth', requestFor('jane', 'dev'));
    expect(bed.stateOf('jane')).toBe('Pending');
    expect(bed.approve('jane')).toBe(
      'certificatesigningrequest.certificates.k8s.io/jane approved\n',
    );
    expect(bed.stateOf('jane')).toBe('Approved,Issued');
    const issued = bed.field('jane', '.status.certificate');
    expect(textOfBase64(issued)).toMatch(/^-----BEGIN CERTIFICATE-----\n/);
    expect(bed.kubectl('describe csr jane').stdout).toContain('Common Name:    jane');
  });

  it('that is denied gets none', () => {
    bed.ask('denied', client, 'client auth', requestFor('joe', 'dev'));
    bed.kubectl('certificate deny denied');
    bed.pass(60);
    expect(bed.stateOf('denied')).toBe('Denied');
    expect(bed.field('denied', '.status.certificate')).toBe('');
  });

  it('fails when its usages are none of the signer', () => {
    bed.ask('odd', client, 'server auth', requestFor('odd', 'dev'));
    bed.approve('odd');
    expect(bed.stateOf('odd')).toBe('Approved,Failed');
    expect(bed.field('odd', '.status.conditions[1].message')).toBe(
      'invalid usage for client certificate: server auth',
    );
  });

  it('of a signer that nobody here speaks for stays without a certificate', () => {
    bed.ask('other', 'example.com/signer', 'client auth', requestFor('other', 'dev'));
    bed.approve('other');
    expect(bed.stateOf('other')).toBe('Approved');
    expect(bed.kubectl('certificate deny other').stderr).toBe(
      'error: certificate signing request "other" is already Approved\n',
    );
  });
});
