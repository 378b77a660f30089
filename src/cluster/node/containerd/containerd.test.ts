import { describe, expect, it } from 'vitest';
import { second } from '#base/sim-time';
import { recordedImages as images } from '#cluster/images/images';
import { BridgeNetwork } from '#cluster/node/cni/bridge-network';
import { containerConfig, RuntimeBed, sandboxConfig } from './testing/runtime-bed.fixture.ts';

const sleeps = ['sleep', '1000'];
const newBed = () => new RuntimeBed(images, (env, options) => new BridgeNetwork(env, options));
const nginx = { image: 'nginx', userSpecifiedImage: 'nginx' };

describe('a pod sandbox', () => {
  it('has its network before its pause process', () => {
    const bed = newBed();
    const id = bed.sandbox('nginx');
    const status = bed.done(bed.containerd.runtime.podSandboxStatus(id));
    expect(status).toMatchObject({ state: 'SANDBOX_READY', ip: '10.244.0.2' });
    const steps = bed.tracer.facts
      .filter(({ component }) => /^node-1\/c/.test(component))
      .map((fact) => ('step' in fact ? fact.step : 'plugin' in fact ? fact.plugin : fact.type));
    expect(steps).toEqual([
      'ComponentStarted',
      'sandbox-stored',
      'network-namespace-created',
      'loopback',
      'host-local',
      'bridge',
      'portmap',
      'snapshot-prepared',
      'spec-generated',
      'shim-started',
      'task-created',
      'ProcessStarted',
      'task-started',
    ]);
  });

  it('gets the next address, and gives it back when it stops', () => {
    const bed = newBed();
    const { runtime } = bed.containerd;
    const first = bed.sandbox('a');
    bed.sandbox('b');
    bed.done(runtime.stopPodSandbox(first));
    expect(bed.done(runtime.podSandboxStatus(first))).toMatchObject({
      state: 'SANDBOX_NOTREADY',
      ip: '',
    });
    const third = bed.done(runtime.podSandboxStatus(bed.sandbox('c')));
    expect(third.ip).toBe('10.244.0.4');
    bed.done(runtime.removePodSandbox(first));
    expect(bed.done(runtime.listPodSandbox()).map(({ metadata }) => metadata.name)).toEqual([
      'b',
      'c',
    ]);
  });
});

describe('an image pull', () => {
  it('gives the image id and shows names, digest and size', () => {
    const bed = newBed();
    const pulled = bed.done(bed.containerd.images.pullImage(nginx, sandboxConfig('nginx')));
    const status = bed.done(bed.containerd.images.imageStatus(nginx));
    expect(pulled.imageRef).toBe(images[0]?.imageId);
    expect(status).toMatchObject({
      repoTags: ['docker.io/library/nginx:latest'],
      repoDigests: [`docker.io/library/nginx@${images[0]?.digest}`],
      size: 1_143_855,
    });
  });

  it('of an unknown tag fails in the words of the runtime', () => {
    const bed = newBed();
    const image = { image: 'nginx:nope', userSpecifiedImage: 'nginx:nope' };
    const result = bed.call(bed.containerd.images.pullImage(image, sandboxConfig('nginx')));
    expect(result).toEqual({
      ok: false,
      error: {
        code: 5,
        message:
          'failed to pull and unpack image "docker.io/library/nginx:nope": ' +
          'failed to resolve image: docker.io/library/nginx:nope: not found',
      },
    });
  });
});

describe('a container', () => {
  it('of a program that ignores SIGTERM is killed at the end of its grace period', () => {
    const bed = newBed();
    const config = containerConfig('busybox', ['sleep', '1000']);
    const id = bed.start('app', bed.sandbox('app'), config);
    const before = bed.sim.now;
    bed.done(bed.containerd.runtime.stopContainer(id, 2));
    const took = bed.sim.now - before;
    expect(took).toBeGreaterThan(2 * second);
    expect(took).toBeLessThan(2.2 * second);
    expect(bed.status(id)).toMatchObject({
      state: 'CONTAINER_EXITED',
      exitCode: 137,
      reason: 'Error',
    });
  });

  it('of a shell with a trap ends when its present command is over', () => {
    const bed = newBed();
    const script = 'trap "exit 0" TERM; while true; do sleep 1; done';
    const config = containerConfig('busybox', ['sh', '-c', script]);
    const id = bed.start('app', bed.sandbox('app'), config);
    bed.wait(3.3);
    const before = bed.sim.now;
    bed.done(bed.containerd.runtime.stopContainer(id, 30));
    expect(bed.sim.now - before).toBeLessThan(1.2 * second);
    expect(bed.status(id)).toMatchObject({ exitCode: 0, reason: 'Completed' });
  });

  it('that fails keeps its log and its exit code', () => {
    const bed = newBed();
    const config = containerConfig('busybox', ['sh', '-c', 'echo boom; exit 3']);
    const id = bed.start('app', bed.sandbox('app'), config);
    const version = bed.containerd.relistVersion;
    bed.wait(1);
    expect(bed.output(id)).toEqual(['boom']);
    expect(bed.status(id)).toMatchObject({ exitCode: 3, reason: 'Error' });
    expect(bed.containerd.relistVersion).toBeGreaterThan(version);
  });

  it('whose command does not exist is reported as a start error', () => {
    const bed = newBed();
    const sandbox = bed.sandbox('app');
    const config = containerConfig('busybox', ['foo']);
    const { runtime, images: service } = bed.containerd;
    bed.done(service.pullImage(config.image, sandboxConfig('app')));
    const { containerId } = bed.done(
      runtime.createContainer(sandbox, config, sandboxConfig('app')),
    );
    const started = bed.call(runtime.startContainer(containerId));
    expect(started.ok ? '' : started.error.message).toBe(
      'failed to create containerd task: failed to create shim task: OCI runtime create failed: ' +
        'runc create failed: unable to start container process: ' +
        'exec: "foo": executable file not found in $PATH',
    );
    expect(bed.status(containerId)).toMatchObject({ exitCode: 128, reason: 'StartError' });
  });

  it('sees the files of its sandbox, and shares a mounted folder with its neighbours', () => {
    const bed = newBed();
    const sandbox = bed.sandbox('nginx');
    const data = { containerPath: '/data', hostPath: '/var/lib/kubelet/d', readonly: false };
    const hosts = {
      ...data,
      containerPath: '/etc/hosts',
      hostPath: '/h',
      content: { files: { '': 'mine\n' } },
    };
    const writer = containerConfig('busybox', ['sh', '-c', 'echo ready > /data/f'], [data]);
    bed.start('nginx', sandbox, writer);
    bed.wait(1);
    const script = 'cat /data/f /etc/hosts; sleep 3600';
    const reader = containerConfig('busybox', ['sh', '-c', script], [data, hosts], 1);
    const id = bed.start('nginx', sandbox, reader);
    bed.wait(1);
    expect(bed.output(id)).toEqual(['ready', 'mine']);
    const resolv = bed.done(
      bed.containerd.runtime.execSync(id, ['cat', '/etc/resolv.conf', '/etc/hostname'], 0),
    );
    expect(resolv.stdout).toBe(
      'search default.svc.cluster.local svc.cluster.local cluster.local\n' +
        'nameserver 10.96.0.10\noptions ndots:5\nnginx\n',
    );
  });

  it('has the environment of image, sandbox and kubelet, in the recorded order', () => {
    const bed = newBed();
    const id = bed.start('nginx', bed.sandbox('nginx'), containerConfig('nginx', sleeps));
    const { stdout } = bed.done(bed.containerd.runtime.execSync(id, ['env'], 0));
    expect(stdout.split('\n').map((line) => line.split('=')[0])).toEqual([
      'PATH',
      'HOSTNAME',
      'KUBERNETES_SERVICE_HOST',
      'HOME',
      '',
    ]);
  });

  it('refuses an exec of what it does not have, and reports what it has', () => {
    const bed = newBed();
    const { runtime } = bed.containerd;
    const id = bed.start('nginx', bed.sandbox('nginx'), containerConfig('nginx', sleeps));
    const missing = bed.call(runtime.execSync(id, ['foo'], 1));
    expect(missing.ok ? '' : missing.error.message).toContain(
      'exec: "foo": executable file not found',
    );
    expect(bed.done(runtime.execSync(id, ['cat', '/tmp/live'], 1))).toEqual({
      stdout: '',
      stderr: "cat: can't open '/tmp/live': No such file or directory\n",
      exitCode: 1,
    });
    const late = bed.call(runtime.execSync(id, ['sleep', '5'], 1));
    expect(late.ok ? 0 : late.error.code).toBe(4);
  });

  it('refuses an exec when its first process has ended, and the runtime has not noticed', () => {
    const bed = newBed();
    const id = bed.start('nginx', bed.sandbox('nginx'), containerConfig('nginx', ['true']));
    const refused = bed.call(bed.containerd.runtime.execSync(id, ['env'], 1));
    expect(refused.ok ? '' : refused.error.message).toMatch(
      /^failed to exec in container: failed to create exec "\w+": cannot exec in a stopped state$/,
    );
  });
});
