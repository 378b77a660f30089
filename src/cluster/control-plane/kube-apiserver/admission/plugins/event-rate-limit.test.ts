import { describe, expect, it } from 'vitest';
import type { Status } from '#k8s.io/apimachinery/meta/v1';
import { messageOf } from '../../api.test.fixture.ts';
import { AdmissionBed } from '../admission-bed.fixture.ts';

const event = (name: string) => ({
  apiVersion: 'v1',
  kind: 'Event',
  metadata: { name },
  involvedObject: { kind: 'Pod', namespace: 'default', name: 'web' },
  reason: 'Started',
  type: 'Normal',
});

/** Sends `count` events as fast as the server answers; returns how many were stored. */
function kept(bed: AdmissionBed, start: string, count: number, dryRun = false): number {
  let made = 0;
  for (let n = 0; n < count; n++) {
    if (bed.send(event(`${start}-${n}`), { dryRun }).code === 201) made += 1;
  }
  return made;
}

describe('EventRateLimit', () => {
  it('keeps a burst and then what the rate allows, and says when to come back', () => {
    const bed = new AdmissionBed('EventRateLimit');
    expect(kept(bed, 'a', 400)).toBeLessThan(400);
    let refused = bed.send(event('late'));
    for (let n = 0; n < 20 && refused.code === 201; n++) refused = bed.send(event(`late-${n}`));
    expect([refused.code, messageOf(refused)]).toEqual([
      429,
      'limit reached on type Server for key ',
    ]);
    expect((refused.body as Status).details?.retryAfterSeconds).toBe(10);
    bed.api.wait(1);
    expect(bed.send(event('later')).code).toBe(201);
  });

  it('does not count dry runs, nor objects of other kinds', () => {
    const bed = new AdmissionBed('EventRateLimit');
    expect(kept(bed, 'dry', 300, true)).toBe(300);
    const map = (n: number) => ({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: `map-${n}` },
    });
    for (let n = 0; n < 5; n++) expect(bed.send(map(n)).code).toBe(201);
    expect(bed.outcomes('EventRateLimit')[1]).toBe('inert: does not handle this');
  });

  it('is off unless it is named', () => {
    expect(kept(new AdmissionBed(), 'a', 200)).toBe(200);
  });
});
