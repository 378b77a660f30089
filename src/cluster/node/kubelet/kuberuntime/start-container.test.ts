import { describe, expect, it } from 'vitest';
import { NodeBed } from '#cluster/node/node-bed.fixture';
import { kubeletOver, unknown } from '../faulty-runtime.fixture.ts';

describe('a kubelet whose runtime fails at one step', () => {
  it('tells that a container could not be created', () => {
    const { pod, wait, messages } = kubeletOver((runtime) => {
      runtime.createContainer = function* () {
        return unknown('failed to reserve container name');
      };
    });
    pod('web');
    wait(3);
    const text = 'failed to reserve container name';
    expect(messages()).toContain(
      `{"waiting":{"reason":"CreateContainerError","message":"${text}"}}`,
    );
    expect(messages()).toContain(`"reason":"Failed","message":"Error: ${text}"`);
  });
});

describe('a kubelet that runs containers', () => {
  const bed = new NodeBed();
  bed.pod('changed');
  bed.pod('crash', { command: ['sh', '-c', 'exit 3'] });
  bed.pod('noconfig', {
    env: [{ name: 'A', valueFrom: { configMapKeyRef: { name: 'x', key: 'a' } } }],
  });
  bed.pod('nocommand', { command: ['/no/such'] });
  bed.pod('poststart', { lifecycle: { postStart: { exec: { command: ['false'] } } } });
  bed.pod('prestop', { lifecycle: { preStop: { exec: { command: ['false'] } } } });
  bed.pod('nonroot', { securityContext: { runAsNonRoot: true } });
  bed.pod('oom', { command: ['tail', '/dev/zero'], resources: { limits: { memory: '20Mi' } } });
  bed.pod('deadline', {}, { activeDeadlineSeconds: 5 });
  bed.pod('done', { command: ['true'] }, { restartPolicy: 'Never' });
  bed.pod('failed', { command: ['false'] }, { restartPolicy: 'Never' });
  bed.wait(30);
  bed.run('set image pod/changed app=busybox:latest');
  bed.run('delete pod prestop --wait=false');
  bed.wait(40);

  it('tells of containers that do not start, and of those that end', () => {
    bed.expectTold([
      'Container created',
      'Container started',
      /Back-off restarting failed container app in pod crash_default\(\S+\)/,
      /back-off 10s restarting failed container=app pod=crash_default\(\S+\)/,
      '"reason":"CrashLoopBackOff"',
      'Error: configmap "x" not found',
      '"reason":"CreateContainerConfigError"',
      '"reason":"RunContainerError"',
      '"reason":"StartError"',
      'FailedPostStartHook: PostStartHook failed',
      'Killing: FailedPostStartHook',
      '"reason":"PostStartHookError"',
      'FailedPreStopHook: PreStopHook failed',
      'Stopping container app',
      /container has runAsNonRoot and image will run as root \(pod: "nonroot_default\(\S+\)", /,
      '"reason":"OOMKilled"',
      '"reason":"Completed"',
      '"reason":"Error"',
      'DeadlineExceeded: Pod was active on the node longer than the specified deadline',
      'Container app definition changed, will be restarted',
    ]);
  });
});
