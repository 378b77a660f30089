import { describe, expect, it } from 'vitest';
import { hour, rfc3339 } from '#base/sim-time';
import type { CertificateSigningRequest } from '#k8s.io/api/certificates/v1';
import { asObject } from '#k8s.io/apimachinery/json-value';
import { CertificateBed, client, requestFor } from './certificate-requests.fixture.ts';
import { isOld } from './cleaner-controller.ts';

describe('a CertificateSigningRequest', () => {
  it('goes away an hour after it was answered, or after a day without an answer', () => {
    const request = (...conditions: readonly string[]) =>
      asObject<CertificateSigningRequest>({
        metadata: { creationTimestamp: rfc3339(0) },
        status: { conditions: conditions.map((type) => ({ type, lastUpdateTime: rfc3339(0) })) },
      });
    expect(isOld(request('Approved'), hour - 1)).toBe(false);
    expect(isOld(request('Approved'), hour)).toBe(true);
    expect(isOld(request('Denied'), hour)).toBe(true);
    expect(isOld(request(), 23 * hour)).toBe(false);
    expect(isOld(request(), 24 * hour)).toBe(true);
  });

  it('that is young stays, whatever became of it', () => {
    const bed = new CertificateBed();
    bed.ask('jane', client, 'client auth', requestFor('jane', 'dev'));
    bed.ask('joe', client, 'client auth', requestFor('joe', 'dev'));
    bed.kubectl('certificate deny joe');
    bed.pass(600);
    expect(bed.stateOf('jane')).toBe('Pending');
    expect(bed.stateOf('joe')).toBe('Denied');
  });
});
