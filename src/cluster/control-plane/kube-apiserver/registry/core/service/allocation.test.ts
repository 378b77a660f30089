import { beforeAll, describe, expect, it } from 'vitest';
import { ApiFixture } from '../../../api.test.fixture.ts';
import { changeFaultsOf, faultsOf, service } from '../../../manifests.test.fixture.ts';

describe('a new Service', () => {
  let api: ApiFixture;

  beforeAll(() => {
    api = new ApiFixture();
  });

  it('gets no address that another has', () => {
    expect(faultsOf(api, service({ clusterIP: '10.96.0.1' }))).toEqual([
      'spec.clusterIPs: Invalid value: ["10.96.0.1"]: failed to allocate IP 10.96.0.1: provided IP is already allocated',
    ]);
  });

  it('has a node port in the range of the cluster', () => {
    expect(
      faultsOf(api, service({ type: 'NodePort', ports: [{ port: 80, nodePort: 80 }] })),
    ).toEqual([
      'spec.ports[0].nodePort: Invalid value: 80: provided port is not in the valid range. The range of valid ports is 30000-32767',
    ]);
  });

  it('keeps its address', () => {
    expect(
      changeFaultsOf(api, service({}), {
        spec: { clusterIP: '10.96.7.7', clusterIPs: ['10.96.7.7'] },
      }),
    ).toEqual(['spec.clusterIPs[0]: Invalid value: ["10.96.7.7"]: may not change once set']);
  });
});
