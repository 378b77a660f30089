/** What a pod's own rules ask of the kubelet: restarts, gRPC health, volumes that change. */
import { describe, expect, it } from 'vitest';
import { NodeBed } from './node-bed.fixture.ts';

const rule = (action: string, operator: string, ...values: readonly number[]) => ({
  restartPolicy: 'Never',
  restartPolicyRules: [{ action, exitCodes: { operator, values } }],
});

describe('a container with restart rules', () => {
  const bed = new NodeBed();
  const ends = (code: number) => ({ command: ['sh', '-c', `sleep 2; exit ${code}`] });
  const never = { restartPolicy: 'Never' };
  bed.pod('fits', { ...ends(42), ...rule('Restart', 'In', 42) }, never);
  bed.pod('other', { ...ends(41), ...rule('Restart', 'In', 42) }, never);
  bed.pod('notin', { ...ends(7), ...rule('Restart', 'NotIn', 42) }, never);
  bed.wait(6);

  it('starts again in a pod that never restarts, if the exit code fits', () => {
    expect(bed.status('fits')).toMatchObject({ phase: 'Running' });
    expect(bed.status('fits').containerStatuses?.[0]?.restartCount).toBe(1);
    expect(bed.status('notin').containerStatuses?.[0]?.restartCount).toBe(1);
  });

  it('stays ended, and with it the pod, if the exit code does not fit', () => {
    expect(bed.status('other')).toMatchObject({ phase: 'Failed' });
    expect(bed.status('other').containerStatuses?.[0]?.restartCount).toBe(0);
  });
});

describe('a container that restarts all containers', () => {
  const bed = new NodeBed();
  const app = {
    name: 'app',
    image: 'busybox:1.36',
    command: [
      'sh',
      '-c',
      'if [ -f /d/done ]; then sleep 1000; fi; touch /d/done; sleep 3; exit 88',
    ],
    volumeMounts: [{ name: 'd', mountPath: '/d' }],
    ...rule('RestartAllContainers', 'In', 88),
  };
  const side = { name: 'side', image: 'busybox:1.36', command: ['sleep', '1000'] };
  const init = { name: 'init', image: 'busybox:1.36', command: ['sh', '-c', 'echo set up'] };
  const volumes = [{ name: 'd', emptyDir: {} }];
  const spec = { restartPolicy: 'Never', volumes, containers: [app, side], initContainers: [init] };
  bed.pod('all', {}, spec);
  bed.wait(12);
  const status = bed.status('all');

  it('has the pod start anew in its sandbox, init containers first', () => {
    expect(status.phase).toBe('Running');
    const all = [...(status.initContainerStatuses ?? []), ...(status.containerStatuses ?? [])];
    expect(all.map(({ name, restartCount }) => `${name} ${restartCount}`)).toEqual([
      'init 1',
      'app 1',
      'side 1',
    ]);
    const calls = bed.facts('CriCalled').filter(({ pod }) => pod === 'default/all');
    expect(calls.filter(({ method }) => method === 'RunPodSandbox')).toHaveLength(1);
  });

  it('is told by a condition and by how the others ended', () => {
    const written = bed.facts('TxnCommitted').filter(({ key }) => key.endsWith('/default/all'));
    const text = JSON.stringify(written.map(({ value }) => value));
    expect(text).toContain('"type":"AllContainersRestarting"');
    expect(text).toContain('"reason":"RestartAllContainersStarted"');
    expect(text).toContain('"message":"container exited with restart policy rule"');
    const [own, other] = status.containerStatuses ?? [];
    expect(own?.lastState?.terminated?.exitCode).toBe(88);
    expect(other?.lastState?.terminated).toMatchObject({
      reason: 'RestartingAllContainers',
      message: 'The container is removed because RestartAllContainers in place',
    });
  });
});

describe('a gRPC probe', () => {
  const bed = new NodeBed();
  const image = 'registry.k8s.io/e2e-test-images/agnhost:2.53';
  const server = (...args: readonly string[]) => ({
    image,
    command: undefined,
    args: ['grpc-health-checking', ...args],
  });
  const probe = (service?: string) => ({
    readinessProbe: { grpc: { port: 5000, service }, periodSeconds: 1, failureThreshold: 1 },
  });
  bed.pod('healthy', { ...server('--service=web'), ...probe('web') });
  bed.pod('unknown', { ...server(), ...probe('nobody') });
  bed.pod('turns', { ...server('--delay-unhealthy-sec=12'), ...probe() });
  bed.pod('no-server', { image: 'nginx:1.28', command: undefined, ...probe() });
  bed.wait(8);

  it('passes while the server says SERVING of the service', () => {
    expect(bed.run('get pod healthy')).toContain('1/1');
    expect(bed.run('get pod turns')).toContain('1/1');
  });

  it('fails when it says NOT_SERVING, knows no such service, or is no gRPC server', () => {
    bed.wait(10);
    expect(bed.run('get pod turns')).toContain('0/1');
    const said = bed.events('Unhealthy');
    expect(said).toContain(
      'Readiness probe failed: service unhealthy (responded with "NOT_SERVING")',
    );
    expect(said).toContain(
      'Readiness probe failed: error: health rpc probe failed:' +
        ' rpc error: code = NotFound desc = unknown service',
    );
    expect(said.find((text) => text.includes('timeout'))).toMatch(
      /timeout: failed to connect service "\S+:5000" within 1s: context deadline exceeded$/,
    );
  });
});

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
    const [told] = bed.facts('VolumeContentUpdated').filter(({ volume }) => volume === 'config');
    expect(told?.files).toEqual(['a', 'b', 'gone']);
  });

  it('is mounted at a path that variables are part of, if they are known', () => {
    expect(bed.run('exec v -- sh -c "echo x > /own/f; cat /own/f"')).toBe('x\n');
    expect(bed.events('Failed')).toContain('Error: missing value for NOBODY');
  });
});
