import { describe, expect, it } from 'vitest';
import { AdmissionBed, podOf } from '../admission-bed.fixture.ts';

describe('ImagePolicyWebhook', () => {
  const bed = new AdmissionBed();

  it('is off: no server that judges images is configured', () => {
    expect(bed.send(podOf('web')).code).toBe(201);
    const off = 'off: needs a configured backend';
    expect(bed.outcomes('ImagePolicyWebhook')).toEqual([off, off]);
  });

  it('asks nobody about any image', () => {
    const containers = [{ name: 'a', image: `unheard.example/of@sha256:${'0'.repeat(64)}` }];
    expect(bed.send(podOf('strange', { containers })).code).toBe(201);
    expect(bed.api.tracer.facts.some((fact) => fact.type === 'WebhookCalled')).toBe(false);
  });
});
