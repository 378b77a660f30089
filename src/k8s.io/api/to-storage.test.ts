import { describe, expect, it } from 'vitest';
import { textOfBase64 } from '#base/base64';
import { toStorage } from './to-storage.ts';

describe('conversion for storage', () => {
  it('stores the texts of a secret as data', () => {
    const secret = {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { name: 's' },
      stringData: { user: 'größe', a: '', b: 'ab' },
      data: { kept: 'eA==', user: 'eA==' },
    };
    const stored = toStorage(secret);
    expect(stored).not.toHaveProperty('stringData');
    expect(stored.data).toEqual({ kept: 'eA==', user: 'Z3LDtsOfZQ==', a: '', b: 'YWI=' });
    expect(textOfBase64('Z3LDtsOfZQ==')).toBe('größe');
    expect(textOfBase64('x')).toBeUndefined();
  });

  it('keeps both names of a service account in step', () => {
    const pod = { apiVersion: 'v1', kind: 'Pod', metadata: {}, spec: { serviceAccount: 'sa' } };
    expect(toStorage(pod).spec).toEqual({ serviceAccount: 'sa', serviceAccountName: 'sa' });
    const template = { spec: { serviceAccountName: 'sa' } };
    const job = { apiVersion: 'batch/v1', kind: 'Job', metadata: {}, spec: { template } };
    const both = { spec: { serviceAccountName: 'sa', serviceAccount: 'sa' } };
    expect(toStorage(job).spec).toEqual({ template: both });
    const spec = { jobTemplate: { spec: { template } } };
    const cronJob = { apiVersion: 'batch/v1', kind: 'CronJob', metadata: {}, spec };
    expect(toStorage(cronJob).spec.jobTemplate.spec).toEqual({ template: both });
    // A kind of another group may have the same name.
    const other = { apiVersion: 'x.io/v1', kind: 'Job', metadata: {}, spec: { template } };
    expect(toStorage(other)).toBe(other);
    const plain = { apiVersion: 'v1', kind: 'Pod', metadata: {}, spec: {} };
    expect(toStorage(plain)).toBe(plain);
  });
});
