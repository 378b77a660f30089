import { describe, expect, it } from 'vitest';
import { AdmissionBed, podOf, specOf } from '../admission-bed.fixture.ts';

const job = (name: string, spec: object = {}) => ({
  apiVersion: 'batch/v1',
  kind: 'Job',
  metadata: { name },
  spec: { template: { spec: { ...podOf('').spec, restartPolicy: 'Never' } }, ...spec },
});

describe('JobValidation', () => {
  const bed = new AdmissionBed();

  it('is on and judges no Job while the gate WorkloadWithJob is off', () => {
    expect(bed.send(job('plain')).code).toBe(201);
    const idle = 'inert: feature gate WorkloadWithJob is off';
    expect(bed.outcomes('JobValidation')).toEqual([idle, idle]);
  });

  it('lets a Job of many pods change its parallelism', () => {
    bed.send(job('wide', { parallelism: 2, completions: 4, completionMode: 'Indexed' }));
    const answer = bed.change(job('wide'), { spec: { parallelism: 4 } });
    expect(specOf(answer)).toMatchObject({ parallelism: 4 });
  });
});
