import { describe, expect, it } from 'vitest';
import { messageOf } from '../../api.test.fixture.ts';
import { AdmissionBed } from '../admission-bed.fixture.ts';

const service = (name: string, externalIPs: readonly string[]) => ({
  apiVersion: 'v1',
  kind: 'Service',
  metadata: { name },
  spec: { ports: [{ port: 80 }], externalIPs },
});
const refusal = (name: string) =>
  `services "${name}" is forbidden: Use of external IPs is denied by admission control`;

describe('DenyServiceExternalIPs', () => {
  it('refuses a Service with external addresses, and one that gets another', () => {
    const bed = new AdmissionBed('DenyServiceExternalIPs');
    expect(messageOf(bed.send(service('open', ['203.0.113.1'])))).toBe(refusal('open'));
    expect(bed.send(service('closed', [])).code).toBe(201);
    const patch = { spec: { externalIPs: ['203.0.113.1'] } };
    expect(messageOf(bed.change(service('closed', []), patch))).toBe(refusal('closed'));
  });

  it('is off unless it is named', () => {
    const bed = new AdmissionBed();
    expect(bed.send(service('open', ['203.0.113.1'])).code).toBe(201);
    expect(bed.outcomes('DenyServiceExternalIPs')[1]).toBe('off: not among the enabled plugins');
  });
});
