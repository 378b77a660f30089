import { beforeAll, describe, expect, it } from 'vitest';
import { ApiFixture } from '../../api.test.fixture.ts';
import { changeFaultsOf, faultsOf, rbac, role, roleRef } from '../../manifests.test.fixture.ts';

describe('an object of RBAC', () => {
  let api: ApiFixture;

  beforeAll(() => {
    api = new ApiFixture();
  });

  it('has verbs in each rule, and no URLs in a namespace', () => {
    expect(
      faultsOf(
        api,
        role(
          { verbs: [], apiGroups: [''], resources: ['pods'] },
          { verbs: ['get'], nonResourceURLs: ['/x'] },
        ),
      ),
    ).toEqual([
      'rules[0].verbs: Required value: verbs must contain at least one value',
      'rules[1].nonResourceURLs: Invalid value: ["/x"]: namespaced rules cannot apply to non-resource URLs',
    ]);
  });

  it('binds known kinds of roles and subjects', () => {
    expect(
      faultsOf(
        api,
        rbac('RoleBinding', {
          roleRef: { ...roleRef, kind: 'Rule' },
          subjects: [{ kind: 'Robot', name: '' }],
        }),
      ),
    ).toEqual([
      'roleRef.kind: Unsupported value: "Rule": supported values: "Role", "ClusterRole"',
      'subjects[0].name: Required value',
      'subjects[0].kind: Unsupported value: "Robot": supported values: "ServiceAccount", "User", "Group"',
    ]);
  });

  it('keeps the role that it binds', () => {
    expect(
      changeFaultsOf(api, rbac('RoleBinding', { roleRef }), { roleRef: { name: 'other' } }),
    ).toEqual([expect.stringMatching(/^roleRef: Invalid value: .*: cannot change roleRef$/)]);
  });
});
