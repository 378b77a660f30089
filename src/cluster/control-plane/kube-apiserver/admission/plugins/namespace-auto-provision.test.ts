import { describe, expect, it } from 'vitest';
import { messageOf } from '../../api.test.fixture.ts';
import { AdmissionBed } from '../admission-bed.fixture.ts';

const map = (namespace: string) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'map', namespace },
});

describe('NamespaceAutoProvision', () => {
  const bed = new AdmissionBed('NamespaceAutoProvision');
  const namespace = (name: string) => bed.api.call('GET', `/api/v1/namespaces/${name}`);

  it('makes the namespace that the first object in it needs', () => {
    expect(bed.send(map('team')).code).toBe(201);
    expect(namespace('team').code).toBe(200);
    expect(bed.send({ ...map('team'), metadata: { name: 'b', namespace: 'team' } }).code).toBe(201);
  });

  it('makes none for a dry run, which then fails for want of it', () => {
    expect(messageOf(bed.send(map('dry'), { dryRun: true }))).toBe('namespaces "dry" not found');
    expect(namespace('dry').code).toBe(404);
  });

  it('makes none for a request that only reads', () => {
    expect(bed.api.call('GET', '/api/v1/namespaces/nope/configmaps').code).toBe(200);
    expect(namespace('nope').code).toBe(404);
  });
});
