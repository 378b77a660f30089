import { beforeAll, describe, expect, it } from 'vitest';
import { ApiFixture, statusOf } from '../api.test.fixture.ts';
import { configMap, maps } from '../manifests.test.fixture.ts';

describe('the options of a request', () => {
  let api: ApiFixture;

  beforeAll(() => {
    api = new ApiFixture();
    api.create(maps, configMap('taken'));
  });

  it('have a known propagation policy', () => {
    expect(
      statusOf(api.call('DELETE', `${maps}/taken`, { body: { propagationPolicy: 'Sideways' } })),
    ).toEqual([
      422,
      'DeleteOptions.meta.k8s.io "" is invalid: propagationPolicy: Unsupported value: "Sideways": ' +
        'supported values: "Foreground", "Background", "Orphan", "nil"',
    ]);
  });

  it('force nothing but an apply', () => {
    expect(statusOf(api.patch(`${maps}/taken?force=true`, 'merge-patch+json', {}))).toEqual([
      422,
      'PatchOptions.meta.k8s.io "" is invalid: force: Forbidden: may not be specified for non-apply patch',
    ]);
  });

  it('dry-run all stages or none', () => {
    expect(statusOf(api.create(`${maps}?dryRun=Some`, configMap('c')))).toEqual([
      422,
      'CreateOptions.meta.k8s.io "" is invalid: dryRun: Unsupported value: "Some": supported values: "All"',
    ]);
  });
});
