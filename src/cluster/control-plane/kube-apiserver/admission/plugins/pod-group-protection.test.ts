import { describe, expect, it } from 'vitest';
import { objectOf } from '../../api.test.fixture.ts';
import { AdmissionBed, podOf } from '../admission-bed.fixture.ts';

describe('PodGroupProtection', () => {
  const bed = new AdmissionBed();

  it('is on and does nothing while the gate GenericWorkload is off', () => {
    bed.send(podOf('web'));
    const idle = 'inert: feature gate GenericWorkload is off';
    expect(bed.outcomes('PodGroupProtection')).toEqual([idle, idle]);
  });

  it('sets no finalizer on a pod, so that one without a node goes at once', () => {
    expect(objectOf(bed.send(podOf('free'))).metadata.finalizers).toBeUndefined();
    bed.delete(podOf('free'));
    expect(bed.api.call('GET', '/api/v1/namespaces/default/pods/free').code).toBe(404);
  });

  it('has no PodGroup to protect: the kind is not served', () => {
    const path = '/apis/scheduling.k8s.io/v1alpha2/namespaces/default/podgroups';
    expect(bed.api.call('GET', path).code).toBe(404);
  });
});
