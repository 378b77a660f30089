import { beforeAll, describe, expect, it } from 'vitest';
import { ApiFixture, messageOf, objectOf } from '../../api.test.fixture.ts';

const registration = '/apis/admissionregistration.k8s.io/v1';
const maps = '/api/v1/namespaces/default/configmaps';
const apiVersion = 'admissionregistration.k8s.io/v1';

const rule = (resources: readonly string[], group = '', operations = ['CREATE', 'UPDATE']) => ({
  apiGroups: [group],
  apiVersions: ['v1'],
  operations,
  resources,
});

const configMap = (name: string, data: object = {}, metadata: object = {}) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, ...metadata },
  data,
});
let api: ApiFixture;
const put = (body: { readonly kind: string }) => {
  const plurals: Readonly<Record<string, string>> = {
    MutatingAdmissionPolicy: 'mutatingadmissionpolicies',
    MutatingAdmissionPolicyBinding: 'mutatingadmissionpolicybindings',
  };
  return api.create(`${registration}/${plurals[body.kind]}`, body);
};

describe('a MutatingAdmissionPolicy', () => {
  const mutating = (name: string, expression: string, more: object = {}) => {
    put({
      apiVersion,
      kind: 'MutatingAdmissionPolicy',
      metadata: { name },
      spec: {
        reinvocationPolicy: 'Never',
        matchConstraints: {
          resourceRules: [rule(['configmaps'])],
          objectSelector: { matchLabels: { kind: name } },
        },
        mutations: [{ patchType: 'ApplyConfiguration', applyConfiguration: { expression } }],
        ...more,
      },
    } as never);
    put({
      apiVersion,
      kind: 'MutatingAdmissionPolicyBinding',
      metadata: { name },
      spec: { policyName: name },
    } as never);
    api.wait(1.1);
  };

  beforeAll(() => {
    api = new ApiFixture();
  });

  it('merges what it applies', () => {
    mutating('team', "Object{metadata: Object.metadata{labels: {'team': 'a'}}}");
    const made = api.create(maps, configMap('x', {}, { labels: { kind: 'team' } }));
    expect(objectOf(made).metadata.labels).toEqual({ kind: 'team', team: 'a' });
  });

  it('patches', () => {
    const expression =
      "[JSONPatch{op: 'add', path: '/metadata/labels/' + jsonpatch.escapeKey('a/b'), value: 'c'}]";
    const jsonPatch = { expression };
    mutating('patch', '', { mutations: [{ patchType: 'JSONPatch', jsonPatch }] });
    const made = api.create(maps, configMap('y', { z: '1' }, { labels: { kind: 'patch' } }));
    expect(objectOf(made).metadata.labels).toEqual({ kind: 'patch', 'a/b': 'c' });
  });

  it('refuses the request when it cannot be evaluated', () => {
    mutating('broken', 'Object{metadata: Object.metadata{labels: {"a": object.data.nope}}}');
    const refused = api.create(maps, configMap('z', {}, { labels: { kind: 'broken' } }));
    expect(refused.code).toBe(403);
    expect(messageOf(refused)).toContain(
      "policy 'broken' with binding 'broken' denied request: expression",
    );
    expect(messageOf(refused)).toContain('resulted in error: no such key:');
  });
});
