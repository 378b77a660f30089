import { beforeAll, describe, expect, it } from 'vitest';
import { ApiFixture } from '../../api.test.fixture.ts';
import { faultsOf, group } from '../../manifests.test.fixture.ts';

let api: ApiFixture;

beforeAll(() => {
  api = new ApiFixture();
});

describe('a CertificateSigningRequest that is refused', () => {
  it('must ask for known usages, and for each once', () => {
    const usages = ['client auth', 'fly', 'client auth'];
    const request = btoa('-----BEGIN CERTIFICATE REQUEST-----');
    const spec = { request, signerName: 'example.com/signer', usages };
    const [unknown, twice] = faultsOf(
      api,
      group('certificates.k8s.io/v1', 'CertificateSigningRequest', { spec }),
    );
    expect(unknown).toContain(
      'spec.usages[1]: Unsupported value: "fly": supported values: "any", ',
    );
    expect(twice).toBe('spec.usages[2]: Duplicate value: "client auth"');
  });
});

describe('a new CertificateSigningRequest', () => {
  let api: ApiFixture;

  beforeAll(() => {
    api = new ApiFixture();
  });

  it('has a request in PEM, usages, and a signer with a domain', () => {
    expect(
      faultsOf(
        api,
        group('certificates.k8s.io/v1', 'CertificateSigningRequest', {
          spec: { request: '', signerName: 'x', usages: [] },
        }),
      ),
    ).toEqual([
      'spec.request: Invalid value: "": PEM block type must be CERTIFICATE REQUEST',
      'spec.usages: Required value',
      'spec.signerName: Invalid value: "x": must be a fully qualified domain and path of the form \'example.com/signer-name\'',
    ]);
  });
});
