import { describe, expect, it } from 'vitest';
import { AdmissionBed, podOf } from '../admission-bed.fixture.ts';

describe('PodGroupWorkloadExists', () => {
  const bed = new AdmissionBed();

  it('is on and asks for no Workload while the gate GenericWorkload is off', () => {
    expect(bed.send(podOf('web')).code).toBe(201);
    const idle = 'inert: feature gate GenericWorkload is off';
    expect(bed.outcomes('PodGroupWorkloadExists')).toEqual([idle, idle]);
  });

  it('has no Workload to look for: the kind is not served', () => {
    const path = '/apis/scheduling.k8s.io/v1alpha2/namespaces/default/workloads';
    expect(bed.api.call('GET', path).code).toBe(404);
  });
});
