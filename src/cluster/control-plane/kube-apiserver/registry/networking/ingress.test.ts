import { beforeAll, describe, expect, it } from 'vitest';
import { ApiFixture } from '../../api.test.fixture.ts';
import { faultsOf, net } from '../../manifests.test.fixture.ts';

describe('a new Ingress', () => {
  let api: ApiFixture;

  beforeAll(() => {
    api = new ApiFixture();
  });

  it('has DNS names as hosts, absolute paths, and backends', () => {
    expect(
      faultsOf(
        api,
        net('Ingress', {
          rules: [
            { host: '1.2.3.4', http: { paths: [{ pathType: 'Exact', path: 'x', backend: {} }] } },
          ],
        }),
      ),
    ).toEqual([
      'spec.rules[0].host: Invalid value: "1.2.3.4": must be a DNS name, not an IP address',
      'spec.rules[0].http.paths[0].path: Invalid value: "x": must be an absolute path',
      'spec.rules[0].http.paths[0].backend: Invalid value: "": resource or service backend is required',
    ]);
  });

  it('has a class whose controller has a domain', () => {
    expect(faultsOf(api, net('IngressClass', { controller: 'plain' }))).toEqual([
      'spec.controller: Invalid value: "plain": must be a domain-prefixed path (such as "acme.io/foo")',
    ]);
  });
});
