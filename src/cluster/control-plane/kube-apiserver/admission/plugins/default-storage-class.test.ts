import { describe, expect, it } from 'vitest';
import { AdmissionBed, specOf } from '../admission-bed.fixture.ts';

const classOf = (name: string, isDefault = true) => ({
  apiVersion: 'storage.k8s.io/v1',
  kind: 'StorageClass',
  metadata: {
    name,
    annotations: { 'storageclass.kubernetes.io/is-default-class': String(isDefault) },
  },
  provisioner: 'example.com/disk',
});
const claim = (name: string, spec: object = {}) => ({
  apiVersion: 'v1',
  kind: 'PersistentVolumeClaim',
  metadata: { name },
  spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } }, ...spec },
});
const classNameOf = (answer: Parameters<typeof specOf>[0]) =>
  (specOf(answer) as { readonly storageClassName?: string }).storageClassName;

describe('DefaultStorageClass', () => {
  it('gives a claim without a class the default class; the newest default wins', () => {
    const bed = new AdmissionBed();
    bed.send(classOf('zebra'));
    bed.api.wait(2);
    bed.send(classOf('ant'));
    expect(classNameOf(bed.send(claim('data')))).toBe('ant');
    bed.api.wait(2);
    bed.send(classOf('zebra-2'));
    expect(classNameOf(bed.send(claim('more')))).toBe('zebra-2');
  });

  it('takes the name that sorts first among defaults of the same second', () => {
    const bed = new AdmissionBed();
    for (const name of ['zebra', 'ant']) bed.send(classOf(name));
    expect(classNameOf(bed.send(claim('data')))).toBe('ant');
  });

  it('leaves a claim alone that asks for no class by the empty name', () => {
    const bed = new AdmissionBed();
    bed.send(classOf('fast'));
    expect(classNameOf(bed.send(claim('none', { storageClassName: '' })))).toBe('');
    expect(bed.outcomes('DefaultStorageClass')[0]).toBe('passed');
  });

  it('does not look at a claim again: a later default is the work of a controller', () => {
    const bed = new AdmissionBed();
    bed.send(classOf('plain', false));
    expect(classNameOf(bed.send(claim('data')))).toBeUndefined();
    bed.send(classOf('fast'));
    const changed = bed.change(claim('data'), { metadata: { labels: { a: 'b' } } });
    expect(classNameOf(changed)).toBeUndefined();
  });
});
