import { beforeAll, describe, expect, it } from 'vitest';
import { ApiFixture } from '../../../api.test.fixture.ts';
import { container, faultsOf } from '../../../manifests.test.fixture.ts';

describe('the security context of a container', () => {
  let api: ApiFixture;

  beforeAll(() => {
    api = new ApiFixture();
  });

  it('is not privileged without escalation', () => {
    expect(
      faultsOf(
        api,
        container({ securityContext: { privileged: true, allowPrivilegeEscalation: false } }),
      ),
    ).toEqual([
      expect.stringMatching(
        /: cannot set `allowPrivilegeEscalation` to false and `privileged` to true$/,
      ),
    ]);
  });
});
