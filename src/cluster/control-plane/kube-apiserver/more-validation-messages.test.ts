import { beforeAll, describe, expect, it } from 'vitest';
import { ApiFixture } from './api.test.fixture.ts';
import { faultsOf, group, type Manifest, volume } from './manifests.test.fixture.ts';

let api: ApiFixture;

const faults = (manifest: Manifest): readonly string[] => faultsOf(api, manifest);

beforeAll(() => {
  api = new ApiFixture();
});

describe('an object that is refused', () => {
  it('as an autoscaler to zero is told of its metrics one by one, and then of all of them', () => {
    const scaleTargetRef = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'a' };
    const spec = {
      scaleTargetRef,
      minReplicas: 0,
      maxReplicas: 2,
      metrics: [{ type: 'Resource' }],
    };
    expect(faults(group('autoscaling/v2', 'HorizontalPodAutoscaler', { spec }))).toEqual([
      'spec.minReplicas: Invalid value: 0: must be greater than or equal to 1',
      'spec.metrics[0].resource: Required value: must populate information for the given metric source',
      'spec.metrics: Forbidden: must specify at least one Object or External metric to support ' +
        'scaling to zero replicas',
    ]);
  });

  it('as a volume of a path of the host may not climb out, and is of a known type', () => {
    const [climbs, type] = faults(volume({ hostPath: { path: '/a/../b', type: 'Disk' } }));
    expect(climbs).toBe('spec.hostPath.path: Invalid value: "/a/../b": must not contain \'..\'');
    expect(type).toContain('spec.hostPath.type: Unsupported value: "Disk": supported values: "",');
  });

  it('as a request for a certificate asks for known usages, and for each once', () => {
    const usages = ['client auth', 'fly', 'client auth'];
    const request = btoa('-----BEGIN CERTIFICATE REQUEST-----');
    const spec = { request, signerName: 'example.com/signer', usages };
    const [unknown, twice] = faults(
      group('certificates.k8s.io/v1', 'CertificateSigningRequest', { spec }),
    );
    expect(unknown).toContain(
      'spec.usages[1]: Unsupported value: "fly": supported values: "any", ',
    );
    expect(twice).toBe('spec.usages[2]: Duplicate value: "client auth"');
  });
});
