/** The rarer messages of the API server when it refuses a request before the handler. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { Prng } from '#base/prng';
import { ApiFixture, messageOf } from './api.test.fixture.ts';
import { RegistryFixture } from './registry/registry.test.fixture.ts';

const maps = '/api/v1/namespaces/default/configmaps';
const rbac = '/apis/rbac.authorization.k8s.io/v1';
const webhooks = '/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations';

let api: ApiFixture;

beforeAll(() => {
  api = new ApiFixture({
    webhookServers: [{ url: 'https://fail.example', does: { kind: 'fail' } }],
  });
});

const map = (name: string, metadata: object = {}) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, ...metadata },
});

const hook = (name: string, url: string, sideEffects: string) => ({
  apiVersion: 'admissionregistration.k8s.io/v1',
  kind: 'ValidatingWebhookConfiguration',
  metadata: { name },
  webhooks: [
    {
      name: `${name}.example.com`,
      clientConfig: { url },
      objectSelector: { matchLabels: { for: name } },
      rules: [
        { apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['configmaps'] },
      ],
      sideEffects,
      admissionReviewVersions: ['v1'],
    },
  ],
});

/** Changes an object behind the API server's back. */
function store(key: string, change: (text: string) => string): void {
  const { etcd, sim, tracer } = api;
  sim.spawn(
    'etcdctl',
    (function* () {
      tracer.emitRoot({
        type: 'CommandEntered',
        component: 'person',
        input: 0,
        line: 'etcdctl put',
        user: 'root',
      });
      const [kv] = (yield* etcd.range({ key })).kvs;
      const value: unknown = JSON.parse(change(JSON.stringify(kv?.value)));
      yield* etcd.txn({ op: 'put', key, expectedRevision: kv?.modRevision ?? 0, value });
    })(),
  );
  api.wait(1);
}

describe('the API server refuses', () => {
  it('a dry run that a webhook with side effects would see, registered before v1', () => {
    expect(api.create(webhooks, hook('old', 'https://fail.example', 'Some')).code).toBe(422);
    api.create(webhooks, hook('old', 'https://fail.example', 'None'));
    store('/registry/validatingwebhookconfigurations/old', (text) =>
      text.replace('"sideEffects":"None"', '"sideEffects":"Some"'),
    );
    api.wait(1);
    const { code, body } = api.create(`${maps}?dryRun=All`, map('a', { labels: { for: 'old' } }));
    expect([code, body]).toMatchObject([
      400,
      {
        reason: 'BadRequest',
        message: 'admission webhook "old.example.com" does not support dry run',
      },
    ]);
  });

  it('with the errors of RBAC in the reason, where a role is missing', () => {
    // The reason has the form `RBAC: {errors}`.
    api.create(`${rbac}/namespaces/default/rolebindings`, {
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'RoleBinding',
      metadata: { name: 'lost' },
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'lost' },
      subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: 'alice' }],
    });
    api.wait(1);
    const answer = api.call('GET', '/api/v1/namespaces/default/pods', { user: 'alice' });
    expect(messageOf(answer)).toBe(
      'pods is forbidden: User "alice" cannot list resource "pods" in API group "" in the ' +
        'namespace "default": RBAC: role.rbac.authorization.k8s.io "lost" not found',
    );
  });

  it('to hand on what an aggregated server serves that cannot be reached', () => {
    api.create('/apis/apiregistration.k8s.io/v1/apiservices', {
      apiVersion: 'apiregistration.k8s.io/v1',
      kind: 'APIService',
      metadata: { name: 'v1.things.example.com' },
      spec: {
        group: 'things.example.com',
        version: 'v1',
        groupPriorityMinimum: 100,
        versionPriority: 10,
        insecureSkipTLSVerify: true,
        service: { namespace: 'default', name: 'gone' },
      },
    });
    api.wait(5);
    const { code, body } = api.call('GET', '/apis/things.example.com/v1/things');
    expect([code, body]).toEqual([503, 'service unavailable\n']);
  });

  it('the next page of a list whose revision is compacted', () => {
    for (const name of ['one', 'two', 'three']) api.create(maps, map(name));
    const page = api.call('GET', `${maps}?limit=1`).body as { metadata: { continue: string } };
    for (let round = 0; round < 5; round++) {
      api.patch(`${maps}/one`, 'merge-patch+json', { data: { round: `${round}` } });
      api.wait(300);
    }
    const { code, body } = api.call('GET', `${maps}?limit=1&continue=${page.metadata.continue}`);
    expect([code, body]).toMatchObject([
      410,
      {
        reason: 'Expired',
        message: expect.stringContaining(
          'The provided continue parameter is too old to display a consistent list result. ' +
            'You can start a new list without the continue parameter, or use the continue ' +
            'token in ',
        ),
      },
    ]);
  });

  it('a generated name when all that it tries are taken', () => {
    const stuck: Prng = {
      nextInt: () => 0,
      nextBits: () => 0,
      nextFloat: () => 0,
      between: (min) => min,
      fork: () => stuck,
    };
    const registry = new RegistryFixture(stuck);
    const metadata = { generateName: 'a-' };
    const object = { apiVersion: 'v1', kind: 'ConfigMap', metadata };
    expect(registry.create(object)).toMatchObject({
      ok: true,
      value: { metadata: { name: 'a-bbbbb' } },
    });
    expect(registry.create(object)).toMatchObject({
      ok: false,
      error: {
        code: 409,
        reason: 'AlreadyExists',
        message:
          'configmaps "a-bbbbb" already exists, the server was not able to generate a unique name for the object',
      },
    });
  });
});
