import { beforeAll, describe, expect, it } from 'vitest';
import { ApiFixture } from '../../api.test.fixture.ts';
import { faultsOf, volume } from '../../manifests.test.fixture.ts';

let api: ApiFixture;

beforeAll(() => {
  api = new ApiFixture();
});

describe('a PersistentVolume that is refused', () => {
  it('of a path of the host may not climb out, and is of a known type', () => {
    const [climbs, type] = faultsOf(api, volume({ hostPath: { path: '/a/../b', type: 'Disk' } }));
    expect(climbs).toBe('spec.hostPath.path: Invalid value: "/a/../b": must not contain \'..\'');
    expect(type).toContain('spec.hostPath.type: Unsupported value: "Disk": supported values: "",');
  });
});
