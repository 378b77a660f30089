import { describe, expect, it } from 'vitest';
import { NodeBed } from '#cluster/node/node-bed.fixture';

describe('a mounted volume', () => {
  const bed = new NodeBed();
  const config = (data: object): string =>
    bed.apply({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'cm' }, data });
  config({ a: 'one', gone: 'x' });
  const labels = [{ path: 'labels', fieldRef: { fieldPath: 'metadata.labels' } }];
  const volumes = [
    { name: 'config', configMap: { name: 'cm' } },
    { name: 'downward', downwardAPI: { items: labels } },
    { name: 'empty', emptyDir: {} },
  ];
  const env = [{ name: 'NAME', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } }];
  const volumeMounts = [
    { name: 'config', mountPath: '/config' },
    { name: 'config', mountPath: '/one', subPath: 'a' },
    { name: 'downward', mountPath: '/downward' },
    { name: 'empty', mountPath: '/own', subPathExpr: '$(NAME)/x' },
  ];
  bed.pod('v', { env, volumeMounts }, { volumes });
  const bad = [{ name: 'empty', mountPath: '/own', subPathExpr: '$(NOBODY)' }];
  bed.pod('w', { volumeMounts: bad }, { volumes: [{ name: 'empty', emptyDir: {} }] });
  bed.wait(4);

  it('shows a change of its source with the next sync of the pod, except through a subPath', () => {
    config({ a: 'two', b: 'new' });
    bed.run('label pod v app=renamed --overwrite');
    bed.wait(95);
    const read = (path: string): string => bed.run(`exec v -- cat ${path}`);
    expect(read('/config/a')).toBe('two');
    expect(read('/config/b')).toBe('new');
    expect(read('/one')).toBe('one');
    expect(read('/downward/labels')).toContain('app="renamed"');
    expect(bed.run('exec v -- ls /config')).toBe('a\nb\n');
    const [updated] = bed.facts('VolumeContentUpdated').filter(({ volume }) => volume === 'config');
    expect(updated?.files).toEqual(['a', 'b', 'gone']);
  });

  it('is mounted at a path that variables are part of, if they are known', () => {
    expect(bed.run('exec v -- sh -c "echo x > /own/f; cat /own/f"')).toBe('x\n');
    expect(bed.events('Failed')).toContain('Error: missing value for NOBODY');
  });
});

describe('a directory in memory', () => {
  it('takes no more than its limit', () => {
    const bed = new NodeBed();
    const volumes = [{ name: 'm', emptyDir: { medium: 'Memory', sizeLimit: '18Mi' } }];
    const script = 'dd if=/dev/zero of=/m/big bs=1M count=20';
    const volumeMounts = [{ name: 'm', mountPath: '/m' }];
    bed.pod(
      'small',
      { command: ['sh', '-c', script], volumeMounts },
      { volumes, restartPolicy: 'Never' },
    );
    bed.wait(5);
    expect(bed.run('logs small')).toBe(
      "dd: error writing '/m/big': No space left on device\n" +
        '19+0 records in\n18+0 records out\n',
    );
  });
});
