import { beforeAll, describe, expect, it } from 'vitest';
import { ApiFixture } from '../../api.test.fixture.ts';
import { changeFaultsOf, faultsOf, group, storageClass } from '../../manifests.test.fixture.ts';

describe('a new object of storage.k8s.io', () => {
  let api: ApiFixture;

  beforeAll(() => {
    api = new ApiFixture();
  });

  it('names its provisioner, as a StorageClass', () => {
    expect(faultsOf(api, storageClass({ provisioner: '' }))).toEqual([
      'provisioner: Required value',
    ]);
  });

  it('has a known binding mode, as a StorageClass', () => {
    expect(faultsOf(api, storageClass({ volumeBindingMode: 'Later' }))).toEqual([
      'volumeBindingMode: Unsupported value: "Later": supported values: "Immediate", "WaitForFirstConsumer"',
    ]);
  });

  it('names its volume, as a VolumeAttachment', () => {
    expect(
      faultsOf(
        api,
        group('storage.k8s.io/v1', 'VolumeAttachment', {
          spec: { attacher: 'a.b', nodeName: 'n', source: {} },
        }),
      ),
    ).toEqual([
      'spec.source: Required value: must specify exactly one of inlineVolumeSpec and persistentVolumeName',
    ]);
  });

  it('keeps its provisioner, as a StorageClass', () => {
    expect(changeFaultsOf(api, storageClass({}), { provisioner: 'example.com/other' })).toEqual([
      'provisioner: Invalid value: "example.com/other": field is immutable',
    ]);
  });
});
