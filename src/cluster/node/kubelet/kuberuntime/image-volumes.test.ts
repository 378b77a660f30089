import { describe, expect, it } from 'vitest';
import { NodeBed } from '#cluster/node/node-bed.fixture';

const kitten = 'registry.k8s.io/e2e-test-images/kitten:1.8';

describe('a volume that is an image', () => {
  const bed = new NodeBed();
  const mounts = [
    { name: 'data', mountPath: '/data' },
    { name: 'data', mountPath: '/system', subPath: 'etc' },
  ];
  const volumes = (reference: string) => ({ volumes: [{ name: 'data', image: { reference } }] });
  bed.pod('fed', { volumeMounts: mounts }, volumes(kitten));
  bed.pod('starved', { volumeMounts: mounts }, volumes('registry.k8s.io/none:1'));
  bed.pod('indifferent', {}, volumes('registry.k8s.io/none:1'));
  bed.wait(20);

  it('shows its files, or those of a folder of it', () => {
    expect(bed.run('exec fed -- cat /data/data.json')).toContain('kitten.jpg');
    expect(bed.run('exec fed -- cat /data/etc/os-release')).toContain('Alpine Linux');
    expect(bed.run('exec fed -- cat /system/os-release')).toContain('Alpine Linux');
    expect(bed.events('Pulling')).toContain(`Pulling image "${kitten}"`);
  });

  it('cannot be written', () => {
    expect(bed.run('exec fed -- sh -c "echo 1 > /data/new"')).toContain('Read-only file system');
  });

  it('keeps back only the containers that mount it while its image cannot be pulled', () => {
    const [starved] = bed.status('starved').containerStatuses ?? [];
    expect(starved?.state?.waiting?.reason).toMatch(/^(ErrImagePull|ImagePullBackOff)$/);
    expect(bed.status('indifferent').phase).toBe('Running');
  });
});
