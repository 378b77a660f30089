import { beforeAll, describe, expect, it } from 'vitest';
import { ApiFixture } from '../../api.test.fixture.ts';
import { changeFaultsOf, claim, core, faultsOf, volume } from '../../manifests.test.fixture.ts';

let api: ApiFixture;

beforeAll(() => {
  api = new ApiFixture();
});

describe('a PersistentVolume that is refused', () => {
  it('of a path of the host may not climb out, and is of a known type', () => {
    const [climbs, type] = faultsOf(api, volume({ hostPath: { path: '/a/../b', type: 'Disk' } }));
    expect(climbs).toBe('spec.hostPath.path: Invalid value: "/a/../b": must not contain \'..\'');
    expect(type).toContain('spec.hostPath.type: Unsupported value: "Disk": supported values: "",');
  });
});

describe('a new claim', () => {
  let api: ApiFixture;

  beforeAll(() => {
    api = new ApiFixture();
  });

  it('needs an access mode', () => {
    expect(faultsOf(api, claim({ accessModes: [] }))).toEqual([
      'spec.accessModes: Required value: at least 1 access mode is required',
    ]);
  });

  it('has no mode beside ReadWriteOncePod', () => {
    expect(faultsOf(api, claim({ accessModes: ['ReadWriteOncePod', 'ReadWriteOnce'] }))).toEqual([
      'spec.accessModes: Forbidden: may not use ReadWriteOncePod with other access modes',
    ]);
  });

  it('keeps its specification but for the requested storage', () => {
    expect(changeFaultsOf(api, claim({}), { spec: { accessModes: ['ReadOnlyMany'] } })).toEqual([
      expect.stringMatching(
        /^spec: Forbidden: spec is immutable after creation except resources.requests and/,
      ),
    ]);
  });

  it('shows what would change, as the API server holds it', () => {
    const faults = changeFaultsOf(new ApiFixture(), claim({}), {
      spec: { accessModes: ['ReadOnlyMany'] },
    });
    expect(faults).toEqual([
      'spec: Forbidden: spec is immutable after creation except resources.requests and ' +
        'volumeAttributesClassName for bound claims\n' +
        '@@ -1,6 +1,6 @@\n' +
        ' {\n' +
        '  "AccessModes": [\n' +
        '-  "ReadWriteOnce"\n' +
        '+  "ReadOnlyMany"\n' +
        '  ],\n' +
        '  "Selector": null,\n' +
        '  "Resources": {\n',
    ]);
  });

  it('asks for as much as before until it is bound', () => {
    const bigger = { spec: { resources: { requests: { storage: '2Gi' } } } };
    const [fault] = changeFaultsOf(new ApiFixture(), claim({}), bigger);
    expect(fault).toContain('-   "storage": "1Gi"\n+   "storage": "2Gi"\n');
  });

  it('keeps its mode, which two checks say', () => {
    const faults = changeFaultsOf(new ApiFixture(), claim({}), { spec: { volumeMode: 'Block' } });
    expect(faults).toEqual([
      expect.stringContaining('- "VolumeMode": "Filesystem",\n+ "VolumeMode": "Block",\n'),
      'volumeMode: Invalid value: "Block": field is immutable',
    ]);
  });
});

describe('a claim whose class stands in the annotation of old', () => {
  const beta = 'volume.beta.kubernetes.io/storage-class';
  const path = '/api/v1/namespaces/default/persistentvolumeclaims';

  it('keeps that annotation, and gets none later', () => {
    const change = { metadata: { annotations: { [beta]: 'fast' } } };
    expect(changeFaultsOf(new ApiFixture(), claim({}), change)).toEqual([
      `metadata.annotations.${beta}: Invalid value: "fast": field is immutable`,
    ]);
  });

  it('may name the same class in its field instead', () => {
    const own = new ApiFixture();
    own.create(path, {
      ...claim({}),
      metadata: { name: 'old', annotations: { [beta]: 'slow' } },
    });
    const patch = (storageClassName: string) =>
      own.patch(`${path}/old`, 'merge-patch+json', {
        metadata: { annotations: { [beta]: null } },
        spec: { storageClassName },
      }).code;
    expect(patch('fast')).toBe(422);
    expect(patch('slow')).toBe(200);
  });
});

describe('a new PersistentVolume', () => {
  let api: ApiFixture;

  beforeAll(() => {
    api = new ApiFixture();
  });

  it('needs a source', () => {
    expect(
      faultsOf(
        api,
        core('PersistentVolume', {
          spec: { accessModes: ['ReadWriteOnce'], capacity: { storage: '1Gi' } },
        }),
      ),
    ).toEqual(['spec: Required value: must specify a volume type']);
  });

  it('has one source only', () => {
    expect(faultsOf(api, volume({ nfs: { server: 's', path: '/' } }))).toEqual([
      'spec.nfs: Forbidden: may not specify more than 1 volume type',
    ]);
  });

  it('has room for something', () => {
    expect(faultsOf(api, volume({ capacity: { storage: '0' } }))).toEqual([
      'spec.capacity[storage]: Invalid value: "0": must be greater than zero',
    ]);
  });

  it('keeps its source, and shows what would change', () => {
    const change = { spec: { hostPath: { path: '/y' } } };
    expect(changeFaultsOf(new ApiFixture(), volume({}), change)).toEqual([
      'spec.persistentvolumesource: Forbidden: spec.persistentvolumesource is immutable after ' +
        'creation\n' +
        '@@ -2,7 +2,7 @@\n' +
        '  "GCEPersistentDisk": null,\n' +
        '  "AWSElasticBlockStore": null,\n' +
        '  "HostPath": {\n' +
        '-  "Path": "/x",\n' +
        '+  "Path": "/y",\n' +
        '   "Type": ""\n' +
        '  },\n' +
        '  "Glusterfs": null,\n',
    ]);
  });

  it('names the nodes of a local path', () => {
    expect(faultsOf(api, volume({ hostPath: null, local: { path: '/x' } }))).toEqual([
      'spec.nodeAffinity: Required value: Local volume requires node affinity',
    ]);
  });
});
