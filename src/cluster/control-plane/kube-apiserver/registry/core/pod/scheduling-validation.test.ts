import { beforeAll, describe, expect, it } from 'vitest';
import { ApiFixture } from '../../../api.test.fixture.ts';
import { faultsOf, pod } from '../../../manifests.test.fixture.ts';

describe('a pod that cannot be scheduled as it asks', () => {
  let api: ApiFixture;

  beforeAll(() => {
    api = new ApiFixture();
  });

  it('has a spread constraint without a skew', () => {
    expect(
      faultsOf(
        api,
        pod({
          topologySpreadConstraints: [
            { maxSkew: 0, topologyKey: 'z', whenUnsatisfiable: 'DoNotSchedule' },
          ],
        }),
      ),
    ).toEqual([
      'spec.topologySpreadConstraints[0].maxSkew: Invalid value: 0: must be greater than zero',
    ]);
  });

  it('has an affinity without weight and topology', () => {
    expect(
      faultsOf(
        api,
        pod({
          affinity: {
            podAffinity: {
              preferredDuringSchedulingIgnoredDuringExecution: [
                { weight: 0, podAffinityTerm: { topologyKey: '' } },
              ],
            },
          },
        }),
      ),
    ).toEqual([
      expect.stringMatching(
        /podAffinity.preferredDuring.*\[0\].weight: Invalid value: 0: must be in the range 1-100$/,
      ),
      expect.stringMatching(/\[0\].podAffinityTerm.topologyKey: Required value: can not be empty$/),
      expect.stringMatching(
        /\[0\].podAffinityTerm.topologyKey: Invalid value: "": name part must be non-empty$/,
      ),
      expect.stringMatching(
        /\[0\].podAffinityTerm.topologyKey: Invalid value: "": name part must consist of /,
      ),
    ]);
  });
});
