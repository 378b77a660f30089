import { describe, expect, it } from 'vitest';
import { NodeBed } from '#cluster/node/node-bed.fixture';

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
