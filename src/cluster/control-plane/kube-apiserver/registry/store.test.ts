import { beforeAll, describe, expect, it } from 'vitest';
import type { Prng } from '#base/prng';
import { ApiFixture, statusOf } from '../api.test.fixture.ts';
import { configMap, maps } from '../manifests.test.fixture.ts';
import { RegistryFixture } from './registry.test.fixture.ts';

const modified =
  'Operation cannot be fulfilled on configmaps "taken": the object has been modified; ' +
  'please apply your changes to the latest version and try again';

describe('a write that the store refuses', () => {
  let api: ApiFixture;

  beforeAll(() => {
    api = new ApiFixture();
    api.create(maps, configMap('taken'));
    api.create(maps, configMap('held', { finalizers: ['example.com/hold'] }));
    api.call('DELETE', `${maps}/held`);
  });

  it('creates a name that is taken', () => {
    expect(statusOf(api.create(maps, configMap('taken')))).toEqual([
      409,
      'configmaps "taken" already exists',
    ]);
  });

  it('creates the name of an object that is being deleted', () => {
    expect(statusOf(api.create(maps, configMap('held')))).toEqual([
      409,
      'object is being deleted: configmaps "held" already exists',
    ]);
  });

  it('has an old resource version', () => {
    expect(
      statusOf(
        api.call('PUT', `${maps}/taken`, { body: configMap('taken', { resourceVersion: '1' }) }),
      ),
    ).toEqual([409, modified]);
  });

  it('has the UID of another object', () => {
    expect(
      statusOf(api.call('PUT', `${maps}/taken`, { body: configMap('taken', { uid: 'other' }) })),
    ).toEqual([
      409,
      'Operation cannot be fulfilled on configmaps "taken": Precondition failed: ' +
        'UID in precondition: other, UID in object meta: UID',
    ]);
  });

  it('updates a lease without a resource version', () => {
    const leases = '/apis/coordination.k8s.io/v1/namespaces/default/leases';
    const lease = {
      apiVersion: 'coordination.k8s.io/v1',
      kind: 'Lease',
      metadata: { name: 'l' },
      spec: {},
    };
    api.create(leases, lease);
    const answer = api.call('PUT', `${leases}/l`, { body: lease });
    expect(statusOf(answer)).toEqual([
      422,
      'Lease.coordination.k8s.io "l" is invalid: metadata.resourceVersion: Invalid value: 0: ' +
        'must be specified for an update',
    ]);
  });

  it('creates with a resource version', () => {
    expect(statusOf(api.create(maps, configMap('c', { resourceVersion: '3' })))).toEqual([
      500,
      'resourceVersion should not be set on objects to be created',
    ]);
  });
});

describe('the API server refuses', () => {
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
