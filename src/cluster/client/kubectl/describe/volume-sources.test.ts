import { describe, expect, it } from 'vitest';
import { NodeBed } from '#cluster/node/node-bed.fixture';

describe('kubectl describe pod', () => {
  const bed = new NodeBed();
  const items = [
    { path: 'labels', fieldRef: { fieldPath: 'metadata.labels' } },
    { path: 'cpu', resourceFieldRef: { containerName: 'app', resource: 'limits.cpu' } },
  ];
  const spec = { storageClassName: 'fast', accessModes: ['ReadWriteOnce'] };
  const claim = { spec: { ...spec, resources: { requests: { storage: '1Gi' } } } };
  const volumes = [
    { name: 'info', downwardAPI: { items } },
    { name: 'own', ephemeral: { volumeClaimTemplate: claim } },
    { name: 'art', image: { reference: 'nginx:1.28' } },
    { name: 'disk', csi: { driver: 'x.io', volumeAttributes: { b: '2', a: '1' } } },
  ];
  bed.pod('told', {}, { volumes });
  const told = bed.run('describe pod told');

  it('names the files of the downward API without columns', () => {
    expect(told).toContain(
      '  info:\n    Type:  DownwardAPI (a volume populated by information about the pod)\n' +
        '    Items:\n      metadata.labels -> labels\n      limits.cpu -> cpu\n',
    );
  });

  it('shows the claim that a volume is made from', () => {
    expect(told).toMatch(/Type: +EphemeralVolume \(an inline specification for a volume/);
    expect(told).toMatch(/ {4}StorageClass: +fast\n {4}Volume: +\n {4}Labels: +<none>\n/);
  });

  it('knows images and CSI volumes', () => {
    expect(told).toMatch(
      /Type: +Image \(a container image or OCI artifact\)\n {4}Reference: +nginx/,
    );
    expect(told).toMatch(/ {4}VolumeAttributes: +a=1\n +b=2\n/);
  });
});
