import { beforeAll, describe, expect, it } from 'vitest';
import { ApiFixture } from '../../api.test.fixture.ts';
import { deployment, faultsOf, podSpec, template } from '../../manifests.test.fixture.ts';

describe('the template of a Deployment', () => {
  let api: ApiFixture;

  beforeAll(() => {
    api = new ApiFixture();
  });

  it('always restarts its containers', () => {
    expect(
      faultsOf(
        api,
        deployment({ template: { ...template, spec: { ...podSpec, restartPolicy: 'Never' } } }),
      ),
    ).toEqual([
      'spec.template.spec.restartPolicy: Unsupported value: "Never": supported values: "Always"',
    ]);
  });
});
