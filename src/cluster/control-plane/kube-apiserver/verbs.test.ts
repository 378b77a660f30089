import { beforeAll, describe, expect, it } from 'vitest';
import type { KubeList } from '#k8s.io/apimachinery/meta/v1';
import { ApiFixture, messageOf, objectOf } from './api.test.fixture.ts';

const maps = '/api/v1/namespaces/default/configmaps';

const configMap = (name: string, more: object = {}) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, ...more },
  data: { a: '1' },
});

let api: ApiFixture;

beforeAll(() => {
  api = new ApiFixture();
  api.create(maps, configMap('taken'));
});

describe('a list in pages', () => {
  it('goes on at the same revision, and says 410 after compaction with a way to go on', () => {
    for (const name of ['p1', 'p2', 'p3']) api.create(maps, configMap(name));
    const first = api.call('GET', `${maps}?limit=1`).body as KubeList;
    expect(first.items).toHaveLength(1);
    expect(first.metadata.remainingItemCount).toBeGreaterThan(1);
    const token = encodeURIComponent(first.metadata.continue ?? '');
    api.create(maps, configMap('a-new-one'));
    const second = api.call('GET', `${maps}?limit=1&continue=${token}`).body as KubeList;
    expect(second.metadata.resourceVersion).toBe(first.metadata.resourceVersion);
    api.wait(700);
    const late = api.call('GET', `${maps}?limit=1&continue=${token}`);
    expect(late.code).toBe(410);
    expect(messageOf(late)).toContain('too old to display a consistent list result');
    const again = encodeURIComponent((late.body as KubeList).metadata.continue ?? '');
    const rest = api.call('GET', `${maps}?continue=${again}`);
    expect(rest.code).toBe(200);
    expect((rest.body as KubeList).items.length).toBeGreaterThan(2);
  });

  it('refuses lists and watches at a revision that was compacted', () => {
    const old = api.call('GET', `${maps}?resourceVersion=5&resourceVersionMatch=Exact`);
    expect([old.code, messageOf(old)]).toEqual([
      410,
      'The resourceVersion for the provided list is too old.',
    ]);
  });

  it('ends a watch from there with an error of the same kind', () => {
    const first = (path: string): unknown => {
      const { stream } = api.call('GET', `${path}?watch=true&resourceVersion=5`);
      let object: unknown;
      function* read() {
        const event = yield* (stream as NonNullable<typeof stream>).receive();
        object = event?.object;
      }
      api.sim.spawn('read', read());
      api.wait(1);
      return object;
    };
    const message = 'The resourceVersion for the provided watch is too old.';
    expect(first('/api/v1/namespaces/default/events')).toMatchObject({ code: 410, message });
  });

  it('refuses a token that is none, and one together with a resource version', () => {
    expect(messageOf(api.call('GET', `${maps}?continue=nonsense`))).toBe(
      'continue key is not valid',
    );
  });
});

describe('a write in a dry run', () => {
  it('changes nothing, whatever the verb', () => {
    const before = JSON.stringify(api.call('GET', `${maps}/taken`).body);
    const revision = () => (api.call('GET', maps).body as KubeList).metadata.resourceVersion;
    const at = revision();
    const dry = '?dryRun=All';
    expect(api.create(`${maps}${dry}`, configMap('dry')).code).toBe(201);
    expect(
      api.call('PUT', `${maps}/taken${dry}`, { body: configMap('taken', { labels: { a: 'b' } }) })
        .code,
    ).toBe(200);
    expect(api.patch(`${maps}/taken${dry}`, 'merge-patch+json', { data: { z: '1' } }).code).toBe(
      200,
    );
    expect(api.call('DELETE', `${maps}/taken${dry}`).code).toBe(200);
    expect(api.call('DELETE', `${maps}${dry}`).code).toBe(200);
    const apply = `${maps}/new${dry}&fieldManager=m`;
    expect(api.patch(apply, 'apply-patch+yaml', configMap('new')).code).toBe(201);
    expect(revision()).toBe(at);
    expect(JSON.stringify(api.call('GET', `${maps}/taken`).body)).toBe(before);
  });
});

describe('managedFields', () => {
  it('are shown in JSON, and moved by patches that name them', () => {
    const path = `${maps}/owned`;
    api.create(`${maps}?fieldManager=one`, configMap('owned'));
    const managers = () =>
      (objectOf(api.call('GET', path)).metadata.managedFields ?? []).map(({ manager }) => manager);
    expect(managers()).toEqual(['one']);
    api.patch(`${path}?fieldManager=two`, 'merge-patch+json', { data: { b: '2' } });
    expect(managers()).toEqual(['one', 'two']);
    const rename = [{ op: 'replace', path: '/metadata/managedFields/0/manager', value: 'three' }];
    const before = objectOf(api.call('GET', path)).metadata.resourceVersion;
    api.patch(path, 'json-patch+json', rename);
    expect(managers()).toEqual(['three', 'two']);
    expect(objectOf(api.call('GET', path)).metadata.resourceVersion).not.toBe(before);
    api.patch(path, 'merge-patch+json', { metadata: { managedFields: [{}] } });
    expect(managers()).toEqual([]);
  });
});

describe('a review of the rules of a user', () => {
  it('lists what bindings allow, for resources and for paths', () => {
    const body = {
      apiVersion: 'authorization.k8s.io/v1',
      kind: 'SelfSubjectRulesReview',
      spec: { namespace: 'default' },
    };
    const path = '/apis/authorization.k8s.io/v1/selfsubjectrulesreviews';
    const answer = api.create(path, body, { user: 'alice' });
    const status = objectOf(answer).status as {
      resourceRules: readonly { verbs: readonly string[]; resources: readonly string[] }[];
      nonResourceRules: readonly { nonResourceURLs: readonly string[] }[];
      incomplete: boolean;
    };
    expect(answer.code).toBe(201);
    expect(status.incomplete).toBe(false);
    expect(status.resourceRules.map(({ resources }) => resources)).toContainEqual([
      'selfsubjectaccessreviews',
      'selfsubjectrulesreviews',
    ]);
    expect(status.nonResourceRules.flatMap(({ nonResourceURLs }) => nonResourceURLs)).toContain(
      '/healthz',
    );
  });
});

describe('a grant of permissions', () => {
  it('is refused to who does not hold them, and names what is missing', () => {
    const group = 'rbac.authorization.k8s.io';
    const roles = `/apis/${group}/v1/namespaces/default/roles`;
    const bindings = `/apis/${group}/v1/namespaces/default/rolebindings`;
    const head = { apiVersion: `${group}/v1`, metadata: { name: 'helper' } };
    const subjects = [{ apiGroup: group, kind: 'User', name: 'alice' }];
    const roleRef = { apiGroup: group, kind: 'ClusterRole', name: 'admin' };
    api.create(bindings, { ...head, kind: 'RoleBinding', roleRef, subjects });
    const role = (...rules: object[]) => ({ ...head, kind: 'Role', rules });
    const reading = { apiGroups: [''], resources: ['pods'], verbs: ['get', 'list'] };
    const nodes = { apiGroups: [''], resources: ['nodes'], verbs: ['get', 'list'] };
    const refused = api.create(roles, role(reading, nodes), { user: 'alice' });
    expect([refused.code, messageOf(refused)]).toEqual([
      403,
      'roles.rbac.authorization.k8s.io "helper" is forbidden: user "alice" ' +
        '(groups=["dev" "system:authenticated"]) is attempting to grant RBAC permissions not ' +
        'currently held:\n{APIGroups:[""], Resources:["nodes"], Verbs:["get" "list"]}',
    ]);
    expect(api.create(roles, role(reading), { user: 'alice' }).code).toBe(201);
    const all = { ...head, metadata: { name: 'all' }, kind: 'RoleBinding', subjects };
    const cluster = { ...roleRef, name: 'cluster-admin' };
    expect(api.create(bindings, { ...all, roleRef: cluster }, { user: 'alice' }).code).toBe(403);
    const none = { ...roleRef, name: 'nothing' };
    expect(messageOf(api.create(bindings, { ...all, roleRef: none }, { user: 'alice' }))).toBe(
      'clusterroles.rbac.authorization.k8s.io "nothing" not found',
    );
  });
});

describe('the Service kubernetes', () => {
  it('is back ten seconds after somebody deleted it', () => {
    const path = '/api/v1/namespaces/default/services/kubernetes';
    expect(api.call('DELETE', path).code).toBe(200);
    expect(api.call('GET', path).code).toBe(404);
    api.wait(11);
    expect(api.call('GET', path).code).toBe(200);
  });
});
