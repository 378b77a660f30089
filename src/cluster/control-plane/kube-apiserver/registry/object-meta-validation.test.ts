import { beforeAll, describe, expect, it } from 'vitest';
import { ApiFixture } from '../api.test.fixture.ts';
import { core, faultsOf } from '../manifests.test.fixture.ts';

describe('the metadata of an object', () => {
  let api: ApiFixture;

  beforeAll(() => {
    api = new ApiFixture();
  });

  it('has a DNS subdomain as its name', () => {
    expect(faultsOf(api, { ...core('ConfigMap', {}), metadata: { name: 'Bad_Name' } })).toEqual([
      expect.stringMatching(
        /^metadata.name: Invalid value: "Bad_Name": a lowercase RFC 1123 subdomain must consist of/,
      ),
    ]);
  });

  it('needs a name, or the start of one', () => {
    expect(faultsOf(api, { ...core('ConfigMap', {}), metadata: {} })).toEqual([
      'metadata.name: Required value: name or generateName is required',
    ]);
  });

  it('names one controller at most', () => {
    expect(
      faultsOf(api, {
        ...core('ConfigMap', {}),
        metadata: {
          name: 'c',
          ownerReferences: ['a', 'b'].map((name) => ({
            apiVersion: 'v1',
            kind: 'Pod',
            name,
            uid: name,
            controller: true,
          })),
        },
      }),
    ).toEqual([
      expect.stringMatching(
        /: Only one reference can have Controller set to true. Found "true" in references for/,
      ),
    ]);
  });
});
