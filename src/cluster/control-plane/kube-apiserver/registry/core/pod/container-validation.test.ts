import { beforeAll, describe, expect, it } from 'vitest';
import { ApiFixture } from '../../../api.test.fixture.ts';
import { faultsOf, pod, podSpec } from '../../../manifests.test.fixture.ts';

const label =
  "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-'";

describe('a container', () => {
  let api: ApiFixture;

  beforeAll(() => {
    api = new ApiFixture();
  });

  it('needs a name', () => {
    expect(faultsOf(api, pod({ containers: [{ image: 'x' }] }))).toEqual([
      'spec.containers[0].name: Required value',
    ]);
  });

  it('needs an image', () => {
    expect(faultsOf(api, pod({ containers: [{ name: 'a' }] }))).toEqual([
      'spec.containers[0].image: Required value',
    ]);
  });

  it('shares its name with no other', () => {
    expect(
      faultsOf(api, pod({ containers: [podSpec.containers[0], podSpec.containers[0]] })),
    ).toEqual(['spec.containers[1].name: Duplicate value: "a"']);
  });

  it('has a DNS label as its name', () => {
    expect(faultsOf(api, pod({ containers: [{ name: 'A_b', image: 'x' }] }))).toEqual([
      expect.stringMatching(
        new RegExp(`^spec.containers\\[0\\].name: Invalid value: "A_b": ${label}`),
      ),
    ]);
  });
});
