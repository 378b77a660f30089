/** hostPath volumes: their types, and the kubelet's messages when a path is missing. */
import { describe, expect, it } from 'vitest';
import { defined } from '#base/defined';
import { seconds } from '#base/sim-time';
import { allParts } from '#cluster/parts/all-parts';
import { ClusterSimulation } from '#cluster/run/cluster-simulation';
import { clusterOf } from '#scenarios/clusters';

const simulation = new ClusterSimulation(clusterOf(1), 3, allParts);
const { sim, tracer } = simulation;
sim.run(seconds(25));

function apply(object: object): void {
  const command = { argv: ['apply', '-f', '-'], user: 'admin', stdin: JSON.stringify(object) };
  expect(simulation.runCommand(command, seconds(60))?.exitCode).toBe(0);
}

const mounting = (name: string, source: object, command: readonly string[] = ['sleep', '999']) => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name },
  spec: {
    containers: [
      {
        name: 'c',
        image: 'busybox',
        command,
        volumeMounts: [{ name: 'host', mountPath: '/host' }],
      },
    ],
    volumes: [{ name: 'host', ...source }],
  },
});

/**
 * Makes a pod with the volume; its phase after ten seconds, and the event messages about its
 * volume.
 */
function play(name: string, path: string, type?: string): { phase: string; message: string } {
  apply(mounting(name, { hostPath: { path, ...defined({ type }) } }));
  return outcome(name);
}

function outcome(name: string): { phase: string; message: string } {
  sim.run(sim.now + seconds(10));
  const argv = ['get', 'pod', name, '-o', 'jsonpath={.status.phase}'];
  const phase = simulation.runCommand({ argv, user: 'admin' }, seconds(60))?.stdout ?? '';
  const message = tracer.facts.flatMap((fact) =>
    fact.type === 'EventRecorded' && fact.reason === 'FailedMount' && fact.regarding.name === name
      ? [fact.message]
      : [],
  );
  return { phase, message: message[0] ?? '' };
}

const failed = (words: string) => ({
  phase: 'Pending',
  message: `MountVolume.SetUp failed for volume "host" : ${words}`,
});
const runs = { phase: 'Running', message: '' };

describe('a hostPath', () => {
  it.each([
    ['dir', '/nope', 'Directory', 'hostPath type check failed: /nope is not a directory'],
    ['file', '/var/log', 'File', 'hostPath type check failed: /var/log is not a file'],
    [
      'socket',
      '/run/docker.sock',
      'Socket',
      'hostPath type check failed: /run/docker.sock is not a socket file',
    ],
    [
      'char',
      '/dev/vda',
      'CharDevice',
      'hostPath type check failed: /dev/vda is not a character device',
    ],
    [
      'block',
      '/dev/null',
      'BlockDevice',
      'hostPath type check failed: /dev/null is not a block device',
    ],
    [
      'made',
      '/etc/hosts',
      'DirectoryOrCreate',
      'hostPath type check failed: /etc/hosts is not a directory',
    ],
    ['deep', '/no/such/file', 'FileOrCreate', 'open /no/such/file: no such file or directory'],
  ])('keeps pod %s waiting: %s is no %s', (name, path, type, words) => {
    expect(play(name, path, type)).toEqual(failed(words));
  });

  it.each([
    ['log', '/var/log', 'Directory'],
    ['containerd', '/var/run/containerd/containerd.sock', 'Socket'],
    ['null', '/dev/null', 'CharDevice'],
    ['disk', '/dev/vda', 'BlockDevice'],
    ['names', '/etc/hosts', 'File'],
    ['fresh', '/srv/fresh', 'DirectoryOrCreate'],
    ['note', '/srv/note', 'FileOrCreate'],
    ['untyped', '/srv/untyped', undefined],
  ])('is mounted for pod %s: %s with the type %s', (name, path, type) => {
    expect(play(name, path, type)).toEqual(runs);
  });

  it('finds what an earlier pod made or wrote', () => {
    expect(play('second', '/srv/fresh', 'Directory')).toEqual(runs);
    expect(play('third', '/srv/untyped', 'Directory')).toEqual(runs);
    expect(play('fourth', '/srv/note', 'File')).toEqual(runs);
    const write = ['sh', '-c', 'echo hello > /host/letter; sleep 999'];
    apply(mounting('writer', { hostPath: { path: '/srv/fresh' } }, write));
    sim.run(sim.now + seconds(5));
    expect(play('reader', '/srv/fresh/letter', 'File')).toEqual(runs);
  });

  it('is checked behind a claim too, and mounted once it is there', () => {
    const spec = {
      capacity: { storage: '1Gi' },
      accessModes: ['ReadWriteOnce'],
      storageClassName: '',
    };
    const hostPath = { path: '/srv/late', type: 'Directory' };
    apply({
      apiVersion: 'v1',
      kind: 'PersistentVolume',
      metadata: { name: 'pv' },
      spec: { ...spec, hostPath },
    });
    const { capacity: requests, ...rest } = spec;
    const claim = { ...rest, resources: { requests } };
    apply({
      apiVersion: 'v1',
      kind: 'PersistentVolumeClaim',
      metadata: { name: 'late' },
      spec: claim,
    });
    apply(mounting('claims', { persistentVolumeClaim: { claimName: 'late' } }));
    const { phase, message } = outcome('claims');
    expect(phase).toBe('Pending');
    expect(message).toContain('hostPath type check failed: /srv/late is not a directory');
    expect(play('maker', '/srv/late')).toEqual(runs);
    sim.run(sim.now + seconds(60));
    expect(outcome('claims').phase).toBe('Running');
  });
});
